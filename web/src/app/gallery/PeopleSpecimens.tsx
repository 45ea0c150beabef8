import { Camera, Heart, HeartHandshake, MessageCircle, Quote, Rose, Star } from 'lucide-react'
import { useState } from 'react'
import { TimeAgo } from '../../platform/TimeAgo'
import { Avatar } from '../../ui/Avatar'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { CardMark } from '../../ui/CardMark'
import { Carousel } from '../../ui/Carousel'
import { CardGrid, MemberCard, MemberCardSkeleton } from '../../ui/MemberCard'
import { Tag } from '../../ui/Tag'
import jack from './photos/jack.svg'
import mia from './photos/mia.svg'
import priya from './photos/priya.svg'
import tom from './photos/tom.svg'
import zoe from './photos/zoe.svg'
import { Chapter, Specimen } from './Specimen'

const photos = [mia, zoe, priya, jack, tom].map((src, place) => ({ src, alt: `Mia, photo ${place + 1}` }))
const start = Date.now()

export function PeopleSpecimens() {
  const [photo, setPhoto] = useState<number | null>(null)
  const [removing, setRemoving] = useState(false)
  return (
    <Chapter title="People">
      <Specimen name="MemberCard">
        <CardGrid>
          <li>
            <MemberCard
              to="/gallery?mia"
              eager
              name="Mia"
              age={29}
              place="Byron Bay, NSW"
              photo={mia}
              online
              time={<TimeAgo at={start} />}
              remarks={['New', 'Premium', 'Favourite', 'You like each other']}
              topStart={
                <>
                  <Tag tone="wattle">New</Tag>
                  <Tag tone="ink">Premium</Tag>
                </>
              }
              topEnd={<CardMark icon={Star} tone="wattle" filled />}
              bottomEnd={<CardMark icon={HeartHandshake} tone="waratah" />}
              facts={[
                { icon: Rose, label: '2 roses from Mia', count: 2 },
                { icon: MessageCircle, label: '14 messages', count: 14 },
                { icon: Camera, label: '5 photos', count: 5 },
                { icon: Quote, label: '3 discussion prompts', count: 3 },
              ]}
            />
          </li>
          <li>
            <MemberCard
              to="/gallery?jack"
              eager
              name="Jack"
              age={34}
              place="Fremantle, WA"
              photo={jack}
              time={<TimeAgo at={start - 11 * 60_000} />}
              remarks={['Likes you']}
              bottomEnd={<CardMark icon={Heart} tone="waratah" filled />}
              facts={[{ icon: Camera, label: '4 photos', count: 4 }]}
            />
          </li>
          <li>
            <MemberCard
              to="/gallery?priya"
              eager
              name="Priya"
              age={31}
              place="Brunswick, VIC"
              photo={priya}
              online
              time={<TimeAgo at={start - 3 * 3_600_000} />}
              facts={[
                { icon: Camera, label: '6 photos', count: 6 },
                { icon: Quote, label: '1 discussion prompt', count: 1 },
              ]}
              dimmed={removing}
              action={
                <Button tone="quiet" pending={removing} onClick={() => setRemoving(true)}>
                  Remove
                </Button>
              }
            />
          </li>
          <li>
            <MemberCard
              to="/gallery?alex"
              name="Alexandria-Josephine"
              age={27}
              place="Tom Price, WA"
              time={<TimeAgo at={start - 9e8} />}
            />
          </li>
          <li>
            <MemberCardSkeleton />
          </li>
        </CardGrid>
      </Specimen>
      <div className="grid gap-8 md:grid-cols-2">
        <Specimen name="Avatar">
          <div className="flex flex-wrap items-end gap-4">
            <Avatar name="Mia" photo={mia} size="huge" online named />
            <Avatar name="Tom" photo={tom} size="large" named />
            <Avatar name="Zoe" photo={zoe} online named />
            <Avatar name="Jack" photo={jack} size="small" named />
            <Avatar name="Ben" size="huge" named />
            <Avatar name="Āwhina" size="large" online named />
            <Avatar name="Una" named />
            <Avatar name="Kit" size="small" named />
          </div>
        </Specimen>
        <Specimen name="Tag, Badge">
          <div className="flex flex-wrap items-center gap-3">
            <Tag tone="wattle">New</Tag>
            <Tag tone="ink" icon={Star}>
              Premium
            </Tag>
            <Tag tone="gum">Approved</Tag>
            <Tag tone="waratah" icon={Rose}>
              2 roses
            </Tag>
            <Tag tone="danger">Rejected</Tag>
            <Tag>Pending</Tag>
            <Badge count={3} label="new likes" />
            <Badge count={240} label="views" />
          </div>
        </Specimen>
      </div>
      <Specimen name="Carousel">
        <Button tone="quiet" icon={Camera} onClick={() => setPhoto(0)}>
          Open photos
        </Button>
        <Carousel
          open={photo !== null}
          onClose={() => setPhoto(null)}
          title="Photos of Mia"
          photos={photos}
          index={photo ?? 0}
          onIndexChange={setPhoto}
        />
      </Specimen>
    </Chapter>
  )
}

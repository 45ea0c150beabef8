import { Heart, SearchX, Star } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '../../ui/Alert'
import { Banner } from '../../ui/Banner'
import { Button, ButtonLink } from '../../ui/Button'
import { Collapse } from '../../ui/Collapse'
import { EmptyState } from '../../ui/EmptyState'
import { IconButton } from '../../ui/IconButton'
import { Meter } from '../../ui/Meter'
import { Pager } from '../../ui/Pager'
import { Pompoms } from '../../ui/Pompoms'
import { ProgressBar } from '../../ui/ProgressBar'
import { Skeleton } from '../../ui/Skeleton'
import { Spinner } from '../../ui/Spinner'
import { Stepper } from '../../ui/Stepper'
import { Tabs } from '../../ui/Tabs'
import { Chapter, Specimen } from './Specimen'

const pageHref = (page: number) => `/gallery?p=${page}`

export function ButtonSpecimens() {
  const [likes, setLikes] = useState(0)
  const [starred, setStarred] = useState(true)
  return (
    <Chapter title="Buttons">
      <Specimen name="Button">
        <div className="flex flex-wrap items-start gap-3">
          <Button>Save</Button>
          <Button tone="affection" icon={Heart}>
            Like
          </Button>
          <Button tone="quiet">Cancel</Button>
          <Button tone="bare">Skip</Button>
          <Button tone="danger">Delete account</Button>
          <Button pending>Saving</Button>
          <Button disabled reason="Your email is missing.">
            Continue
          </Button>
        </div>
      </Specimen>
      <Specimen name="ButtonLink, large; IconButton with pom-poms">
        <div className="flex flex-wrap items-center gap-3">
          <ButtonLink to="/gallery" tone="affection" size="large">
            Create free account
          </ButtonLink>
          <ButtonLink to="/gallery" tone="quiet" size="large">
            Log in
          </ButtonLink>
          <span className="relative">
            <IconButton
              label="Like"
              icon={Heart}
              tone="affection"
              pressed={likes % 2 === 1}
              onClick={() => setLikes(likes + 1)}
            />
            {likes % 2 === 1 && <Pompoms key={likes} />}
          </span>
          <IconButton
            label="Favourite"
            icon={Star}
            tone="wattle"
            pressed={starred}
            onClick={() => setStarred(!starred)}
          />
          <IconButton label="Waiting" icon={Star} tone="quiet" pending />
        </div>
      </Specimen>
    </Chapter>
  )
}

export function StatusSpecimens() {
  const [open, setOpen] = useState(true)
  return (
    <Chapter title="Finding the way, and what is going on">
      <div className="grid gap-8 md:grid-cols-2">
        <Specimen name="Tabs">
          <Tabs
            label="Likes"
            tabs={[
              { to: '/gallery', label: 'Received', count: 3, countLabel: 'new likes' },
              { to: '/matched', label: 'Mutual Likes' },
              { to: '/likes-sent', label: 'Sent', count: 0 },
            ]}
          />
        </Specimen>
        <Specimen name="Pager">
          <div className="grid justify-items-start gap-2">
            <Pager page={1} pages={3} hrefFor={pageHref} label="Pages, at the start" />
            <Pager page={12} pages={40} hrefFor={pageHref} label="Pages, in the middle" />
          </div>
        </Specimen>
        <Specimen name="Banner in a Collapse, Alert">
          <div className="grid gap-3">
            <Collapse open={open}>
              <Banner tone="wattle" icon={Star} onClose={() => setOpen(false)}>
                Two more photos and everyone can find you.
              </Banner>
            </Collapse>
            {!open && (
              <Button tone="quiet" onClick={() => setOpen(true)}>
                Show the banner again
              </Button>
            )}
            <Banner tone="gum">Your email address is verified.</Banner>
            <Banner tone="waratah" icon={Heart}>
              You and Jack like each other.
            </Banner>
            <Banner>Rosella is quieter than usual tonight.</Banner>
            <Alert action={<Button tone="quiet">Try again</Button>}>
              Server error. Please try again later.
            </Alert>
          </div>
        </Specimen>
        <Specimen name="Stepper, Meter, ProgressBar, Spinner, Skeleton">
          <div className="grid gap-6">
            <Stepper label="Steps to join" steps={['Basics', 'Location', 'Profile', 'Photos']} current={2} />
            <Meter label="Photos" value={2} max={3} text="2 of 3 approved" />
            <Meter label="Prompts" value={3} max={3} text="3 of 3 answered" />
            <ProgressBar label="beach-at-noon.jpg" percent={62} />
            <ProgressBar label="sunset.heic" percent={null} />
            <Spinner label="Loading..." />
            <div className="grid gap-2">
              <Skeleton className="h-4 w-3/4 rounded-full" />
              <Skeleton className="h-4 w-1/2 rounded-full" />
            </div>
          </div>
        </Specimen>
      </div>
      <Specimen name="EmptyState">
        <EmptyState
          icon={SearchX}
          title="No users found"
          action={
            <ButtonLink to="/gallery" tone="quiet">
              Browse members
            </ButtonLink>
          }
        >
          Nobody has stopped by yet. The best way to be seen is to look around.
        </EmptyState>
      </Specimen>
    </Chapter>
  )
}

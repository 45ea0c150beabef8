import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { takeToastTurn, useLive } from '../../platform/live'
import { isAtSender } from '../../platform/live-state'
import { photoUrl } from '../../platform/site'
import { dueAt, onStage } from '../../platform/turns'
import { Avatar } from '../../ui/Avatar'
import { Toast } from '../../ui/Toast'
import { Hold } from './Hold'
import { addressOf, toastTypes, wordsOf } from './news'
import { useTick } from './use-tick'

const tick = () => takeToastTurn({ do: 'tick' })

/** A like, a rose or a message as it comes, one at a time; it leads to the sender's profile. */
export function NewsToast() {
  const turns = useLive((live) => live.notificationToasts)
  const { pathname } = useLocation()
  const news = onStage(turns)
  useTick(dueAt(turns), tick)
  useEffect(() => takeToastTurn({ do: 'drop', those: (item) => isAtSender(item, pathname) }), [pathname])
  if (!news) return null
  return (
    <Hold
      className="grid"
      onHold={() => takeToastTurn({ do: 'hold' })}
      onRelease={() => takeToastTurn({ do: 'release' })}
    >
      <Toast
        type={toastTypes[news.kind]}
        to={addressOf(news)}
        picture={<Avatar name={news.from} photo={news.photo && photoUrl('tmb', news.photo)} />}
        onClose={() => takeToastTurn({ do: 'close' })}
        announce={false}
      >
        {wordsOf(news)}
      </Toast>
    </Hold>
  )
}

/** Reads the toasts out. It has to stand in the page before there is something to say. */
export function NewsAnnouncer() {
  const news = useLive((live) => onStage(live.notificationToasts))
  return (
    <p role="status" className="sr-only">
      {news && wordsOf(news)}
    </p>
  )
}

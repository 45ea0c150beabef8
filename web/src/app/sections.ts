import type { Counters } from '@rosella/contract/live/stream'
import type { LucideIcon } from 'lucide-react'
import Eye from 'lucide-react/icons/eye'
import Flower2 from 'lucide-react/icons/flower-2'
import Heart from 'lucide-react/icons/heart'
import MessageCircle from 'lucide-react/icons/message-circle'
import Search from 'lucide-react/icons/search'
import ShieldCheck from 'lucide-react/icons/shield-check'

export interface Section {
  label: string
  to: string
  icon: LucideIcon
  /** Every path of the section, so that its entry is marked on all its tabs. */
  paths: readonly string[]
  counter?: keyof Counters
  counterLabel?: string
}

/** In the order of the bars. */
export const sections: readonly Section[] = [
  { label: 'Browse', to: '/', icon: Search, paths: ['/', '/newest', '/for-you', '/search', '/favorites'] },
  {
    label: 'Views',
    to: '/viewed-me',
    icon: Eye,
    paths: ['/viewed-me', '/viewed'],
    counter: 'viewed_me',
    counterLabel: 'new views',
  },
  {
    label: 'Likes',
    to: '/likes-received',
    icon: Heart,
    paths: ['/likes-received', '/matched', '/likes-sent'],
    counter: 'likes_received',
    counterLabel: 'new likes',
  },
  {
    label: 'Roses',
    to: '/roses-received',
    icon: Flower2,
    paths: ['/roses-received', '/roses-sent'],
    counter: 'roses_received',
    counterLabel: 'new roses',
  },
  {
    label: 'Messages',
    to: '/messages',
    icon: MessageCircle,
    paths: ['/messages'],
    counter: 'unread',
    counterLabel: 'unread conversations',
  },
]

export const adminSection: Section = { label: 'Admin', to: '/admin', icon: ShieldCheck, paths: ['/admin'] }

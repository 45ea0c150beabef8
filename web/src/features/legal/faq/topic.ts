import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface Question {
  /** The answer's URL fragment, as in /faq#photos. */
  id: string
  question: string
  answer: ReactNode
}

export interface Topic {
  title: string
  icon: LucideIcon
  tone: 'wattle' | 'waratah' | 'gum' | 'ink'
  questions: Question[]
}

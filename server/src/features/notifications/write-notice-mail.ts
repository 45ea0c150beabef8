import type { MailTemplate } from '../../mail/mail-template'
import type { News } from './find-news'

type Told = 'messages' | 'matches' | 'roses' | 'likes'
type Counts = Record<Told, number>

/** In the order of what a person would open first. The subject names nobody, and neither does the rest. */
const lines: readonly { of: Told; path: string; subject: string; one: string; many: string }[] = [
  {
    of: 'messages',
    path: '/messages',
    subject: 'You have a new message',
    one: 'You have a new message.',
    many: 'You have new messages in # conversations.',
  },
  {
    of: 'matches',
    path: '/matched',
    subject: 'You have a new match',
    one: 'You have a new match: you like each other.',
    many: 'You have # new matches.',
  },
  {
    of: 'roses',
    path: '/roses-received',
    subject: 'You have received a rose',
    one: 'One member surprised you with a rose.',
    many: '# roses have come for you.',
  },
  {
    of: 'likes',
    path: '/likes-received',
    subject: 'You have a new like',
    one: 'One member likes you.',
    many: '# members like you.',
  },
]

function count({ conversations, notices }: News): Counts {
  const ofKind = (kind: News['notices'][number]['kind']) =>
    notices.filter((notice) => notice.kind === kind).length
  return {
    messages: conversations.length,
    matches: ofKind('match'),
    roses: ofKind('rose'),
    likes: ofKind('like'),
  }
}

export function writeNoticeMail(
  site: { name: string; url: string },
  news: News,
  username: string | null,
  unsubscribe: string,
): MailTemplate {
  const counts = count(news)
  const told = lines.filter(({ of }) => counts[of] > 0)
  const [first] = told
  return {
    title: `${told.length === 1 && first ? first.subject : 'News for you'} on ${site.name}`,
    paragraphs: [
      username ? `Hello ${username},` : 'Hello,',
      ...told.map(({ of, one, many }) => (counts[of] === 1 ? one : many.replace('#', String(counts[of])))),
    ],
    button: { label: 'Have a look', url: `${site.url}${first?.path ?? '/'}` },
    footnote:
      'You get this at most once an hour, when you have not been here for a while. What we tell you of, and when, is under Notifications in your settings.',
    unsubscribe,
  }
}

import type { MailTemplate } from '../../../mail/mail-template'
import type { Recipient, WeekNews } from './count-news'

const several = (count: number, one: string, many: string): string =>
  count === 1 ? one : many.replace('#', String(count))

/** In the order of what a person would open first. */
const lines: readonly { count: keyof WeekNews; path: string; words(count: number): string }[] = [
  {
    count: 'messages',
    path: '/messages',
    words: (n) => several(n, 'One message is waiting for you.', '# messages are waiting for you.'),
  },
  {
    count: 'roses',
    path: '/roses-received',
    words: (n) => several(n, 'One member surprised you with a rose.', '# members surprised you with roses.'),
  },
  {
    count: 'likes',
    path: '/likes-received',
    words: (n) => several(n, 'One member likes you.', '# members like you.'),
  },
  {
    count: 'views',
    path: '/viewed-me',
    words: (n) => several(n, 'One member looked at your profile.', '# members looked at your profile.'),
  },
]

export const hasSomethingToSay = (news: WeekNews): boolean => lines.some(({ count }) => news[count] > 0)

/** Numbers only: who it was is for the member to see on the site, not for whoever reads along. */
export function writeSummary(
  site: { name: string; url: string },
  recipient: Recipient,
  unsubscribe: string,
): MailTemplate {
  const told = lines.filter(({ count }) => recipient[count] > 0)
  const hello = recipient.username ? `Hello ${recipient.username},` : 'Hello,'
  return {
    title: `Your week on ${site.name}`,
    paragraphs: [hello, ...told.map(({ count, words }) => words(recipient[count]))],
    button: { label: 'Have a look', url: `${site.url}${told[0]?.path ?? '/'}` },
    footnote: 'You get this on Mondays, when there is something to tell, because weekly summaries are on.',
    unsubscribe,
  }
}

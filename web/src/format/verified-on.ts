const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** By hand: making the browser's own format takes a slow phone a third of a second, before the first card is seen. */
function day(ts: number): string {
  const date = new Date(ts * 1000)
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}`
}

/** What the badge says when it is asked. */
export const verifiedOn = (ts: number): string =>
  `A moderator compared the photos with the camera on ${day(ts)}.`

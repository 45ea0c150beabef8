const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** Not with Intl, whose formatter takes a slow phone a third of a second before the first card shows. */
function day(ts: number): string {
  const date = new Date(ts * 1000)
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}`
}

export const verifiedOn = (ts: number): string =>
  `A moderator compared these photos with the camera on ${day(ts)}.`

const day = new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'long', year: 'numeric' })

/** What the badge says when it is asked. */
export const verifiedOn = (ts: number): string =>
  `A moderator compared the photos with the camera on ${day.format(ts * 1000)}.`

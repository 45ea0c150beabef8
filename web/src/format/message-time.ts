// Not from Intl, because its short months differ between browsers ('Sep', 'Sept').
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const day = 24 * 60 * 60_000

/** 'HH:mm' in the reader's time zone, with the date if it is older than 24 hours. */
export function messageTime(sent: number, now: number): string {
  const date = new Date(sent)
  const clock = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
  if (now - sent <= day) return clock
  const year = date.getFullYear() === new Date(now).getFullYear() ? '' : ` ${date.getFullYear()}`
  return `${weekdays[date.getDay()]} ${date.getDate()} ${months[date.getMonth()]}${year} at ${clock}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

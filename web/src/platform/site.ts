/** What the server writes into the page's head. */
const fromHead = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

export const siteName = fromHead('site-name')
/** Not in production: pages for those who build the site. */
export const developer = fromHead('developer') === '1'
const photoBase = fromHead('photo-base')

/** The file of a photo; '.jpg' is appended when the name has no extension. */
export const photoUrl = (size: 'tmb' | 'lg', name: string): string =>
  `${photoBase}/${size}/${name.includes('.') ? name : `${name}.jpg`}`

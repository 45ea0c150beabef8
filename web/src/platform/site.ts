/** A value that the server writes into the page's head. */
const fromHead = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

export const siteName = fromHead('site-name')
/** The operator's email address. */
export const siteContact = fromHead('site-contact')
export const legalDate = fromHead('legal-date')
export const legalAddress = fromHead('legal-address')

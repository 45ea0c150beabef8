/** Shown on the visitors' home page. It has its own file so that this page does not load the other sentences. */
export const TAGLINE = 'Australian Dating Site'

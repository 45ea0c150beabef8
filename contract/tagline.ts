/** Under the site's name on the visitors' home, which loads nothing of what members are told. */
export const TAGLINE = 'Australian Dating Site'

/** Exactly 9 lowercase letters or digits; 'favorites' is a route and never a member. */
export const isUrlHash = (value: string): boolean => /^[a-z0-9]{9}$/.test(value) && value !== 'favorites'

const numbers = new Intl.NumberFormat('en-AU')

/** '1 person', '1,280 people'. */
export const countPeople = (count: number): string =>
  `${numbers.format(count)} ${count === 1 ? 'person' : 'people'}`

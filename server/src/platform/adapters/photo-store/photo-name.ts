const pattern = /^[A-Za-z0-9_-]{22,64}$/

/** Paths and keys are built only from such names. */
export function isPhotoName(name: string): boolean {
  return pattern.test(name)
}

export function assertPhotoName(name: string): void {
  if (!isPhotoName(name)) throw new Error('Not a photo name')
}

/** 'site.txt' -> 'site'; undefined for any other file among the notes. */
export function noteNameOf(file: string): string | undefined {
  return /^([a-z0-9-]{1,64})\.txt$/.exec(file)?.[1]
}

export function noteFile(name: string): string {
  const file = `${name}.txt`
  if (!noteNameOf(file)) throw new Error('Not the name of a note')
  return file
}

export function missingPhoto(name: string): Error {
  return new Error(`The photo ${name} has no file`)
}

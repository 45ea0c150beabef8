/** The longer side of a photo when it is sent. The server stores 1600 px, so this keeps the quality. */
const MAX_SIDE_PX = 2048

/** Sent as they are: browsers can't read HEIC, or lose its colours. */
const HEIC = /\.hei[cf]$|^image\/hei[cf]/i

/** Returns a smaller JPEG of a large photo, so that it is sent in a fraction of the time. */
export async function scaleDown(file: File): Promise<File> {
  if (HEIC.test(file.name) || HEIC.test(file.type)) return file
  // A file that the browser can't read is sent as it is; the server decides.
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return file
  try {
    const { width, height } = picture
    if (Math.max(width, height) <= MAX_SIDE_PX) return file
    const jpeg = await drawJpeg(picture, { left: 0, top: 0, width, height }, file.name)
    return jpeg && jpeg.size < file.size ? jpeg : file
  } finally {
    picture.close()
  }
}

type Region = { left: number; top: number; width: number; height: number }

/** Draws a part of a picture, at most MAX_SIDE_PX long. Undefined if the browser can't. */
export async function drawJpeg(
  picture: CanvasImageSource,
  { left, top, width, height }: Region,
  name: string,
): Promise<File | undefined> {
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) return undefined
  // As the server does, because a JPEG has no transparency.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
  // Safari keeps the memory of a canvas until it is garbage.
  canvas.width = 0
  return blob ? new File([blob], `${name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }) : undefined
}

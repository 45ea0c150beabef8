export interface Size {
  width: number
  height: number
}

/** Zoom and position; 0 is the left or top edge, 1 the right or bottom. */
export interface CropChoice {
  /** Width over height. */
  ratio: number
  zoom: number
  x: number
  y: number
}

/** The cropped part of a picture, in its own pixels. */
export function cropBox(
  { width, height }: Size,
  { ratio, zoom, x, y }: CropChoice,
): Size & { left: number; top: number } {
  const whole = width / height > ratio ? { width: height * ratio, height } : { width, height: width / ratio }
  const box = { width: whole.width / zoom, height: whole.height / zoom }
  return { ...box, left: (width - box.width) * x, top: (height - box.height) * y }
}

/** The position after dragging by a share of the frame's width and height. */
export function draggedBy(picture: Size, choice: CropChoice, across: number, down: number): CropChoice {
  const box = cropBox(picture, choice)
  const shift = (at: number, share: number, kept: number, all: number) =>
    all - kept < 1 ? at : Math.min(1, Math.max(0, at - (share * kept) / (all - kept)))
  return {
    ...choice,
    x: shift(choice.x, across, box.width, picture.width),
    y: shift(choice.y, down, box.height, picture.height),
  }
}

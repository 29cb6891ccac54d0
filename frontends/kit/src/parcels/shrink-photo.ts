import { maxPhotoBytes } from '@tuma/contracts/vocabulary'

/** Enough to read a label by; each smaller than the one before. */
const sides = [1600, 1280, 960, 640, 320]
const qualities = [0.82, 0.7, 0.55]

/**
 * Makes a photo ready to send: upright, its longer side 1600 pixels at most, within the server's size limit. Draws it again,
 * which removes all the camera's data such as its place. Returns null if the file is not a picture.
 */
export const shrinkPhoto = async (chosen: Blob): Promise<Blob | null> => {
  const picture = await createImageBitmap(chosen, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture) return null
  try {
    for (const side of sides) {
      const canvas = drawn(picture, side)
      for (const quality of qualities) {
        const photo = await asJpeg(canvas, quality)
        if (photo && photo.size <= maxPhotoBytes) return photo
      }
    }
    return null
  } finally {
    picture.close()
  }
}

const drawn = (picture: ImageBitmap, side: number): HTMLCanvasElement => {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  // What is see-through would be black as JPEG.
  if (pen) pen.fillStyle = '#fff'
  pen?.fillRect(0, 0, canvas.width, canvas.height)
  pen?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

const asJpeg = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

import { create } from 'qrcode'

/** A picture for a camera: the QR code of this content, in the middle of a white picture. */

const [width, height, dot] = [640, 480, 8]

const drawnDots = (content: string): [x: number, y: number][] => {
  const { modules } = create(content)
  const [left, top] = [(width - modules.size * dot) / 2, (height - modules.size * dot) / 2]
  const all = [...Array(modules.size * modules.size).keys()]
  return all
    .map((at) => [Math.floor(at / modules.size), at % modules.size] as const)
    .filter(([row, column]) => modules.get(row, column))
    .map(([row, column]) => [Math.floor(left + column * dot), Math.floor(top + row * dot)])
}

/** An uncompressed film of one picture (YUV4MPEG2, 4:2:0): first the brightness of each pixel, then no colour. */
export const getFilm = (content: string): Buffer => {
  const picture = Buffer.alloc(width * height * 1.5, 128).fill(235, 0, width * height)
  for (const [x, y] of drawnDots(content))
    for (let line = y; line < y + dot; line += 1) picture.fill(16, line * width + x, line * width + x + dot)
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`), picture])
}

/** The same picture for a browser without a camera, as a script that runs before the page's own. */
export const drawnCamera = (content: string): string => `
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: ${width}, height: ${height} })
    const pen = canvas.getContext('2d')
    const draw = () => {
      pen.fillStyle = 'white'
      pen.fillRect(0, 0, ${width}, ${height})
      pen.fillStyle = 'black'
      for (const [x, y] of ${JSON.stringify(drawnDots(content))}) pen.fillRect(x, y, ${dot}, ${dot})
    }
    draw()
    setInterval(draw, 100) // a stream has a picture more each time it is drawn
    return canvas.captureStream(10)
  }`

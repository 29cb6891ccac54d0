import { create } from 'qrcode'

/** Pictures for a camera: each has the QR code of one content, in the middle of white. */

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

const getPicture = (content: string): Buffer => {
  const picture = Buffer.alloc(width * height * 1.5, 128).fill(235, 0, width * height)
  for (const [x, y] of drawnDots(content))
    for (let line = y; line < y + dot; line += 1) picture.fill(16, line * width + x, line * width + x + dot)
  return picture
}

/** So many pictures a second, and so many of each content: two contents a second. */
export const film = { picturesASecond: 4, picturesEach: 2 } as const

/**
 * An uncompressed film (YUV4MPEG2, 4:2:0), which the browser repeats: of each picture first the brightness of each pixel,
 * then no colour.
 */
export const getFilm = (...contents: readonly string[]): Buffer => {
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F${film.picturesASecond}:1 Ip A1:1 C420jpeg\n`)
  const frame = Buffer.from('FRAME\n')
  const pictures = contents.flatMap((content) => {
    const picture = getPicture(content)
    return Array.from({ length: film.picturesEach }, () => [frame, picture]).flat()
  })
  return Buffer.concat([head, ...pictures])
}

/** The same film for a browser without a camera, as a script that runs before the page's own. */
export const drawnCamera = (...contents: readonly string[]): string => `
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: ${width}, height: ${height} })
    const pen = canvas.getContext('2d')
    const codes = ${JSON.stringify(contents.map(drawnDots))}
    let drawn = 0
    const draw = () => {
      pen.fillStyle = 'white'
      pen.fillRect(0, 0, ${width}, ${height})
      pen.fillStyle = 'black'
      const code = codes[Math.floor(drawn / ${film.picturesEach}) % codes.length]
      for (const [x, y] of code) pen.fillRect(x, y, ${dot}, ${dot})
      drawn += 1
    }
    draw()
    setInterval(draw, ${1000 / film.picturesASecond}) // a stream has a picture more each time it is drawn
    return canvas.captureStream()
  }`

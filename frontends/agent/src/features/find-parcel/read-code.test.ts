// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readCodes, takeNew } from './read-code.ts'

describe('a code', () => {
  test('that stays before the camera is read once, however long it stays', () => {
    const seen = new Map<string, number>()
    const read = [0, 150, 2900, 5800, 8700].map((at) => takeNew(seen, ['A'], at))
    expect(read).toEqual([['A'], [], [], [], []])
  })
  test('that comes back is read again after three seconds', () => {
    const seen = new Map<string, number>()
    takeNew(seen, ['A'], 0)
    expect(takeNew(seen, ['A'], 2999)).toEqual([])
    expect(takeNew(seen, ['A'], 5999)).toEqual(['A'])
  })
  test('beside others in one picture is read with them, each once', () => {
    const seen = new Map<string, number>()
    expect(takeNew(seen, ['A', 'B', 'A'], 0)).toEqual(['A', 'B'])
    expect(takeNew(seen, ['B', 'C'], 150)).toEqual(['C'])
  })
})

describe('the camera', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  /** What each look sees; the last picture stays. */
  const show = (...pictures: string[][]) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const looks: number[] = []
    class Reader {
      static getSupportedFormats = async () => ['qr_code']
      async detect() {
        looks.push(performance.now())
        const codes = (pictures.length > 1 ? pictures.shift() : pictures[0]) ?? []
        return codes.map((rawValue) => ({ rawValue }))
      }
    }
    vi.stubGlobal('BarcodeDetector', Reader)
    const closed = new AbortController()
    const read: string[][] = []
    const reading = (async () => {
      for await (const codes of readCodes(document.createElement('video'), closed.signal)) read.push(codes)
    })()
    const close = async () => {
      closed.abort()
      await vi.advanceTimersByTimeAsync(200)
      await reading
    }
    return { read, looks, close }
  }

  test('goes on after a hit, and looks every 150 ms', async () => {
    const { read, looks, close } = show(['A'], [], ['B', 'C'], ['C'], ['D'])
    await vi.advanceTimersByTimeAsync(650)
    expect(read).toEqual([['A'], ['B', 'C'], ['D']])
    const [first = 0] = looks
    expect(looks.map((at) => Math.round(at - first))).toEqual([0, 150, 300, 450, 600])
    await close()
  })
  test('looks at nothing while the page is hidden', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    const { read, looks, close } = show(['A'])
    await vi.advanceTimersByTimeAsync(1000)
    expect([read, looks]).toEqual([[], []])
    hidden.mockReturnValue(false)
    await vi.advanceTimersByTimeAsync(150)
    expect(read).toEqual([['A']])
    await close()
  })
})

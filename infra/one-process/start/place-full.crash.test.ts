import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openFolderPlace } from '../src/shipping/folder-place.ts'
import { someFolders } from './run-main.ts'

const { folder, remove } = someFolders()
afterAll(remove)
const mounted = (at: string): boolean => {
  mkdirSync(at, { recursive: true })
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tuma-test', at]).status === 0
}
const unmount = (at: string) => spawnSync('umount', ['-l', at])
const canMount = mounted(folder('probe'))
if (canMount) unmount(folder('probe'))

test.runIf(canMount)(
  'a folder on a full disk is full, keeps what it has whole, and takes more as soon as there is room',
  async () => {
    const at = folder('place')
    mounted(at)
    onTestFinished(() => void unmount(at))
    const place = openFolderPlace(at)
    const [small, large] = [Buffer.alloc(1000, 1), Buffer.alloc(400_000, 2)]
    await place.put('chain/one', small)
    for (const name of ['chain/one', 'chain/two'])
      await expect(place.put(name, large)).rejects.toMatchObject({ state: 'full' })
    expect(await place.get('chain/one')).toEqual(small)
    expect(await place.list('')).toEqual(['chain/one'])
    writeFileSync(join(at, 'filler'), Buffer.alloc(230_000))
    await expect(place.put('chain/two', Buffer.alloc(50_000))).rejects.toMatchObject({ state: 'full' })
    rmSync(join(at, 'filler'))
    await place.put('chain/two', Buffer.alloc(50_000))
    expect(await place.list('')).toEqual(['chain/one', 'chain/two'])
  },
)

test('a folder that is missing is away and is not made, because its disk may not be mounted', async () => {
  const place = openFolderPlace(folder('unmounted'))
  await expect(place.put('one', Buffer.alloc(1))).rejects.toMatchObject({ state: 'away' })
  await expect(place.list('')).rejects.toMatchObject({ state: 'away' })
})

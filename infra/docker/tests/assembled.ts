import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** The user of our images; only root can become another. */
const other = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : null

/** A process of an image, and its output. */
const followed = (child: ChildProcessWithoutNullStreams) => {
  let [output, errors] = ['', '']
  child.stdout.on('data', (data) => {
    output += data
  })
  child.stderr.on('data', (data) => {
    errors += data
  })
  const closed = once(child, 'close')
  const ended = async () => {
    await closed
    return { code: child.exitCode, output, errors: errors.trim() }
  }
  const getAnswer = async (url: string, says: string): Promise<string> => {
    const text = await fetch(url).then((answer) => answer.text())
    if (!text.includes(says)) throw new Error(`${url} says ${text.slice(0, 500)}, not ${says}`)
    return text
  }
  return {
    output: () => output,
    ended,
    /** Asks it to end, and waits until it has. */
    stop() {
      child.kill('SIGTERM')
      return ended()
    },
    /**
     * Resolves with the answer of this address, as soon as it contains `says`. @throws the process's output, if it ends
     * before
     */
    answer: (url: string, says: string): Promise<string> => {
      const answered = vi.waitFor(() => getAnswer(url, says), { timeout: 280_000, interval: 200 })
      const failed = closed.then(() => Promise.reject(new Error(`it ended with ${child.exitCode}: ${errors}`)))
      failed.catch(() => undefined)
      return Promise.race([answered, failed])
    },
  }
}

/**
 * The files of this workspace's image, put together without Docker in a folder of its own, and run as a user who is not
 * root, with the Node that runs this.
 */
export const assembled = async (workspace: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-image-'))
  // A folder of mkdtemp is closed to other users, and so may be the folder of Node.
  await chmod(folder, 0o755)
  const image = join(folder, 'image')
  const node = join(folder, process.platform === 'win32' ? 'node.exe' : 'node')
  await copyFile(process.execPath, node)
  const assembling = ['infra/docker/assemble.mjs', workspace, image]
  const { status, stderr } = spawnSync(process.execPath, assembling, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${workspace} could not be put together: ${stderr}`)
  return {
    /** @param settings its whole environment, beside PATH */
    start: (settings: Record<string, string>, entry = 'main.mjs') =>
      followed(spawn(node, [entry], { cwd: image, env: { PATH: process.env.PATH, ...settings }, ...(other ?? {}) })),
    /** A folder of the user that it runs as. @param mode its permissions */
    async ownFolder(name: string, mode = 0o700): Promise<string> {
      const made = join(folder, name)
      await mkdir(made)
      if (other) await chown(made, other.uid, other.gid)
      await chmod(made, mode)
      return made
    },
    read: (file: string) => readFile(join(image, file), 'utf8'),
    write: (file: string, text: string) => writeFile(join(image, file), text),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

/** Killed while its second password is being hashed; the first one shows that the hashing process runs. */
const killedMeanwhile = `
  import { argon2id } from ${JSON.stringify(new URL('./hashing.ts', import.meta.url).href)}
  const nonce = Buffer.alloc(16)
  const work = (passes) => ({ message: 'tuma-demo', nonce, memory: 19456, passes, parallelism: 1, tagLength: 32 })
  await argon2id(work(1))
  void argon2id(work(50))
  process.kill(process.pid, 'SIGKILL')
`

test('the hashing process ends without output when its parent is killed', async () => {
  const asking = spawn(process.execPath, ['--input-type=module', '--eval', killedMeanwhile], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // Both processes write to it, so it closes with the second one.
  expect(await text(asking.stderr)).toBe('')
  expect(asking.signalCode).toBe('SIGKILL')
})

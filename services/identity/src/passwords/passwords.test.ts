import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { describe, expect, test } from 'vitest'
import { openPasswords } from './passwords.ts'

const passwords = openPasswords({ randomBytes })
const anybody = { network: '203.0.113.7' }
const hash = (password: string) => passwords.hash(password, anybody)
const matches = (password: string, phc: string | null) => passwords.matches(password, phc, anybody)

describe('a password', () => {
  test('matches its own hash, and no other password does', async () => {
    const phc = await hash('tuma-demo')
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(await matches('tuma-demo', phc)).toBe(true)
    expect(await matches('tuma-Demo', phc)).toBe(false)
  })
  test('is hashed differently each time', async () => expect(await hash('tuma-demo')).not.toBe(await hash('tuma-demo')))
  test('matches with accents typed in another form', async () =>
    expect(await matches('Wanjiku\u0303'.normalize('NFC'), await hash('Wanjiku\u0303'.normalize('NFD')))).toBe(true))
  test('matches a hash with other parameters, made elsewhere', async () => {
    const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await matches('password', phc)).toBe(true)
    expect(await matches('passwort', phc)).toBe(false)
  })
  test.each([null, '(erased)', '', '$argon2id$v=19$m=19456,t=2,p=1$$'])('never matches %s', async (phc) =>
    expect(await matches('tuma-demo', phc)).toBe(false),
  )
})

test('a missing account takes as much work as a real one, and too many waiting jobs are refused', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 36 }, () => matches('tuma-demo', null)))
  const refused = tries.flatMap((tried) => (tried.status === 'rejected' ? [tried.reason.code] : []))
  expect(refused).toEqual(['busy', 'busy'])
  expect(await matches('tuma-demo', null)).toBe(false)
})

/** Our hashing processes, in the system’s list of all processes. */
const hashers = (): number[] => {
  const told = (pid: string, file: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8')
    } catch {
      return '' // it has ended in the meantime
    }
  }
  const isOurs = (pid: string) =>
    told(pid, 'cmdline').includes('hashing-process') && told(pid, 'status').includes(`PPid:\t${process.pid}\n`)
  return readdirSync('/proc').filter(isOurs).map(Number)
}

describe.runIf(process.platform === 'linux')('the hashing process', () => {
  test('is a separate process that uses the processor time that others leave', async () => {
    await Promise.all([hash('tuma-demo'), hash('tuma-demo'), openPasswords({ randomBytes }).hash('tuma-demo', anybody)])
    expect(hashers().map((pid) => getPriority(pid))).toEqual([constants.priority.PRIORITY_BELOW_NORMAL])
  })

  test('is replaced when it was ended, and the next one finishes its work', async () => {
    const phc = await hash('tuma-demo')
    const [first = 0] = hashers()
    const tries = Array.from({ length: 8 }, () => matches('tuma-demo', phc))
    process.kill(first, 'SIGKILL')
    expect(await Promise.all(tries)).toEqual(Array.from({ length: 8 }, () => true))
    expect(hashers()).not.toContain(first)
  })
})

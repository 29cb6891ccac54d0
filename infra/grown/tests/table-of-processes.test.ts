import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bffSettings } from '@tuma/bff'
import { settingsOfProcess as bff } from '@tuma/bff/settings-of-process'
import { settingsOfProcess as delivery } from '@tuma/delivery/settings-of-process'
import { settingsOfProcess as identity } from '@tuma/identity/settings-of-process'
import { settingsOfProcess as notification } from '@tuma/notification/settings-of-process'
import { settingsOfProcess as payment } from '@tuma/payment/settings-of-process'
import { settingsOfProcess as revenue } from '@tuma/revenue/settings-of-process'
import { remoteSettings, shellSettings } from '@tuma/site/settings-of-process'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { planned } from '../src/plan.ts'
import { getCallers, type ProcessName, processes, processNames, services } from '../src/processes.ts'
import { readGrownSettings } from '../src/settings.ts'
import {
  differences,
  engineChoices,
  getEngines,
  isFrontEnd,
  type Read,
  toEngineAddresses,
  wrongInCompose,
  wrongInManifests,
} from './deployed.ts'

const root = join(import.meta.dirname, '../../..')
const make = (...files: string[]) =>
  execFileSync(process.execPath, ['infra/docker/make-secrets.mjs', ...files], { cwd: root, encoding: 'utf8' })
const valuesIn = (text: string) => new Map([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
const secretsMade = () => valuesIn(make())
const asItStands: Read = (path) => readFileSync(join(root, path), 'utf8')
/** The repository with one place of one file changed. */
const planted =
  (file: string, from: string, to: string): Read =>
  (path) => {
    const text = asItStands(path)
    if (path !== file) return text
    expect(text).toContain(from)
    return text.replace(from, () => to)
  }

/** The settings that each process reads, beside those that the platform reads for all. */
const shapes: Record<ProcessName, z.core.$ZodShape> = {
  identity: identity.shape,
  payment: payment._zod.def.in.shape,
  delivery: delivery.shape,
  revenue: revenue.shape,
  notification: notification.shape,
  bff: { ...bff.shape, ...bffSettings.shape },
  'remote-public': remoteSettings.shape,
  'remote-client': remoteSettings.shape,
  'remote-agent': remoteSettings.shape,
  'remote-admin': remoteSettings.shape,
  shell: shellSettings.shape,
}
/** The image or the launcher sets these; SEED is for a demonstration on one machine, and no deployment sets it. */
const said = ['NODE_ENV', 'PORT', 'HOST', 'LOG_LEVEL', 'DATA_DIR', 'ENGINE_PREFIX', 'REPLICA', 'SEED', 'DIST', 'SECRET']
const readBy = (name: ProcessName, shape: object) =>
  Object.keys(shape)
    .filter((setting) => !said.includes(setting) && !(setting in getEngines(name)))
    .map((setting) => `${name}: ${setting}`)
const getAsked = (name: ProcessName) => {
  const { asks, settings, secrets } = processes[name]
  const addresses = asks.flatMap((asked) => [`${asked.toUpperCase()}_URL`, `${asked.toUpperCase()}_KEY`])
  const neighbours = name === 'shell' ? ['BFF_URL', 'REMOTES'] : addresses
  return [...neighbours, ...settings, ...secrets].map((setting) => `${name}: ${setting}`)
}

describe('the table of processes', () => {
  test('has every workspace that is a process, once', () => {
    const entries = globSync(['services/*/src/main.ts', 'bff/src/main.ts', 'frontends/*/rspack.config.ts'], {
      cwd: root,
    })
    const workspaces = entries.map((file) =>
      file.replace(/\/(src\/main|rspack\.config)\.ts$/, '').replaceAll('\\', '/'),
    )
    expect(processNames.map((name) => processes[name].workspace).sort()).toEqual(workspaces.sort())
  })

  test.each(processNames)('%s calls only processes that exist, and reads exactly the settings in its row', (name) => {
    expect(processes[name].asks.filter((asked) => !processNames.includes(asked))).toEqual([])
    expect(differences(getAsked(name), readBy(name, shapes[name]))).toEqual([])
  })

  test('a setting that a row lacks, and one that no process reads, are named', () => {
    const { MAIL_FROM: _, ...without } = notification.shape
    expect(differences(getAsked('notification'), readBy('notification', without))).toEqual([
      'missing notification: MAIL_FROM',
    ])
    const more = { ...revenue.shape, DELIVERY_URL: z.string() }
    expect(differences(getAsked('revenue'), readBy('revenue', more))).toEqual(['too much revenue: DELIVERY_URL'])
  })

  test('every call needs a key that its caller has, and make-secrets makes exactly these keys', () => {
    const made = make()
    const inside = processNames.filter((name) => !isFrontEnd(name))
    const keys = inside.flatMap((asked) =>
      getCallers(asked)
        .filter((caller) => !isFrontEnd(caller))
        .map((caller) => `KEY_${caller}_${asked}`.toUpperCase()),
    )
    const secrets = inside.map((name) => `SECRET_${name}`.toUpperCase())
    const toUsers = (engine: string) => (engine === 'MONGODB' ? services : inside)
    const passwords = ['KAFKA', 'MONGODB', 'REDIS'].flatMap((engine) => [
      `${engine}_PASSWORD`,
      ...toUsers(engine).map((name) => `${engine}_PASSWORD_${name}`.toUpperCase()),
    ])
    expect([...made.matchAll(/^(\w+)=\S{32}$/gm)].map(([, name]) => name).sort()).toEqual(
      [...secrets, ...keys, ...passwords].sort(),
    )
  })

  test('addresses of engines with a password contain the one that the engine requires', () => {
    const made = secretsMade()
    expect(made.get('REDIS_URL_BFF')).toBe(`rediss://bff:${made.get('REDIS_PASSWORD_BFF')}@redis:6379`)
    expect(made.get('MONGODB_URL_PAYMENT')).toBe(
      `mongodb://payment:${made.get('MONGODB_PASSWORD_PAYMENT')}@mongodb:27017/?authSource=admin&tls=true&tlsCAFile=/certificates/ca.crt`,
    )
    const passwords = [...made].filter(([name = '']) => name.includes('_PASSWORD')).map(([, password]) => password)
    expect(new Set(passwords).size).toBe(passwords.length)
  })

  test('make-secrets adds what a file lacks, and makes no secret again that it has', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tuma-secrets-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, '.env')
    writeFileSync(file, 'SECRET_BFF=kept\nREDIS_PASSWORD_BFF=kept-too\nPUBLIC_URL=https://tuma.example')
    const added = make(file)
    expect(added).toMatch(/^\n\w+=/)
    expect(added).not.toMatch(/SECRET_BFF|REDIS_PASSWORD_BFF/)
    expect(added).toContain('REDIS_URL_BFF=rediss://bff:kept-too@redis:6379\n')
    appendFileSync(file, added)
    expect(make(file)).toBe('')
    expect([...valuesIn(readFileSync(file, 'utf8')).keys()].sort()).toEqual(
      [...secretsMade().keys(), 'PUBLIC_URL'].sort(),
    )
  })
})

test('grown mode starts every process, and gives each the settings that it needs', () => {
  const settings = readGrownSettings({ KAFKA_BROKERS: 'kafka:9092', REDIS_URL: 'redis://redis' })
  const urls = Object.fromEntries(processNames.map((name, at) => [name, `http://127.0.0.1:${9000 + at}`]))
  const secretFor = (label: string) => label.replaceAll(' ', '-').padEnd(32, '-')
  const plans = planned(settings, 'http://127.0.0.1:8080', secretFor, urls)
  expect(plans.map(({ name }) => name).sort()).toEqual([...processNames].sort())
  for (const { name, entry, environment } of plans) {
    expect(existsSync(entry), entry).toBe(true)
    expect(z.safeParse(z.object(shapes[name as ProcessName]), environment).error?.issues).toBeUndefined()
  }
  const toKeys = (name: string) =>
    plans
      .find((plan) => plan.name === name)
      ?.environment.CALLER_KEYS?.split(',')
      .sort()
  expect(toKeys('payment')).toEqual([
    'bff=bff-asks-payment----------------',
    'delivery=delivery-asks-payment-----------',
    'launcher=launcher-asks-payment-----------',
    'notification=notification-asks-payment-------',
    'revenue=revenue-asks-payment------------',
  ])
})

describe('docker-compose.yml', () => {
  test('matches the table', () => {
    expect(wrongInCompose(asItStands)).toEqual([])
    expect(asItStands('infra/docker/Dockerfile')).toContain(' PORT=8080 ')
  })

  const made = ':?make .env first}'
  test.each([
    [
      'a caller’s key that is missing',
      `,bff=\${KEY_BFF_IDENTITY${made}`,
      '',
      'too much identity: CALLER_KEYS=notification=<KEY_NOTIFICATION_IDENTITY>',
    ],
    [
      'one too many',
      `,bff=\${KEY_BFF_REVENUE${made}`,
      `,bff=\${KEY_BFF_REVENUE${made},payment=\${KEY_PAYMENT_REVENUE${made}`,
      'too much revenue: CALLER_KEYS=bff=<KEY_BFF_REVENUE>,notification=<KEY_NOTIFICATION_REVENUE>,payment=<KEY_PAYMENT_REVENUE>',
    ],
    [
      'another’s key',
      `PAYMENT_KEY: \${KEY_DELIVERY_PAYMENT${made}`,
      `PAYMENT_KEY: \${KEY_BFF_PAYMENT${made}`,
      'too much delivery: PAYMENT_KEY=<KEY_BFF_PAYMENT>',
    ],
    [
      'a setting that is missing',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: compose's own
      '      DUKANI_FEE: ${DUKANI_FEE:-}\n',
      '',
      'missing delivery: DUKANI_FEE=<DUKANI_FEE?>',
    ],
    [
      'one that is not read',
      '      DUKANI_FEE:',
      '      SEED: demo\n      DUKANI_FEE:',
      'too much delivery: SEED=demo',
    ],
    [
      'a wrong port',
      'http://payment:8080',
      'http://payment:8081',
      'too much delivery: PAYMENT_URL=http://payment:8081',
    ],
    [
      'a store for who stores nothing',
      '<<: *bus-and-cache\n      SECRET',
      '<<: *engines\n      SECRET',
      'too much bff: EVENTSTORE_URL=',
    ],
    [
      'a password that stands in the file',
      `KAFKA_PASSWORD: \${KAFKA_PASSWORD_PAYMENT${made}`,
      'KAFKA_PASSWORD: tuma',
      'too much payment: KAFKA_PASSWORD=tuma',
    ],
    [
      'a process that is missing',
      '\n  remote-agent:\n',
      '\n  remote-agents:\n',
      'missing remote-agent: BUILDS_DIR=/builds',
    ],
  ])('a difference is named: %s', (_, from, to, complaint) => {
    expect(wrongInCompose(planted('docker-compose.yml', from, to)).join('\n')).toContain(complaint)
  })
})

describe('infra/kubernetes', () => {
  const settingsIn = (read: Read) =>
    [...read('infra/kubernetes/settings.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name as string)
  const inside = processNames.filter((name) => !isFrontEnd(name))
  const sayable = [
    ...engineChoices,
    ...inside.flatMap((name) => [...processes[name].settings, ...Object.keys(toEngineAddresses(name))]),
  ]
  const needed = inside.flatMap((name) => {
    const required = Object.entries(shapes[name]).filter(([, schema]) => !z.safeParse(schema, undefined).success)
    const own = required.map(([setting]) => setting).filter((setting) => processes[name].settings.includes(setting))
    return [...own, ...Object.keys(toEngineAddresses(name))]
  })

  test('matches the table', () => {
    expect(wrongInManifests(asItStands)).toEqual([])
    expect(asItStands('infra/kubernetes/every-process.yaml')).toContain('containerPort: 8080')
  })

  test('settings.env has the settings that a process needs, none that no process reads, and no secret', () => {
    expect(settingsIn(asItStands).filter((name) => !sayable.includes(name))).toEqual([])
    expect(needed.filter((name) => !settingsIn(asItStands).includes(name))).toEqual([])
    const without = planted('infra/kubernetes/settings.env', 'PUBLIC_URL=', 'SMTP_URL=')
    expect(needed.filter((name) => !settingsIn(without).includes(name))).toContain('PUBLIC_URL')
    expect(settingsIn(without).filter((name) => !sayable.includes(name))).toEqual(['SMTP_URL'])
  })

  const from = (key: string) => `valueFrom: { secretKeyRef: { name: tuma-secrets, key: ${key} } }`
  test.each([
    [
      'a caller’s key that is missing',
      'identity',
      'notification=$(KEY_NOTIFICATION),',
      '',
      'too much identity: CALLER_KEYS=bff=<KEY_BFF_IDENTITY>',
    ],
    [
      'one too many',
      'revenue',
      ",bff=$(KEY_BFF)'",
      ",bff=$(KEY_BFF),payment=$(KEY_PAYMENT)'",
      'missing revenue: CALLER_KEYS=bff=<KEY_BFF_REVENUE>,notification=<KEY_NOTIFICATION_REVENUE>',
    ],
    [
      'another’s key',
      'delivery',
      from('KEY_DELIVERY_PAYMENT'),
      from('KEY_BFF_PAYMENT'),
      'too much delivery: PAYMENT_KEY=',
    ],
    [
      'a wrong port',
      'payment',
      'port: 8080,',
      'port: 80,',
      'too much payment: is tuma/payment, answers at payment:80,',
    ],
    [
      'an address with a wrong port',
      'shell',
      'client=http://remote-client:8080',
      'client=http://remote-client:80',
      'missing shell: REMOTES=',
    ],
    [
      'a secret that is missing',
      'notification',
      'name: SMTP_URL',
      'name: SMTP',
      'missing notification: SMTP_URL=<SMTP_URL?>',
    ],
    [
      'an engine’s password that is missing',
      'bff',
      from('KAFKA_PASSWORD_BFF'),
      from('KAFKA_PASS'),
      'missing bff: KAFKA_PASSWORD=<KAFKA_PASSWORD_BFF>',
    ],
    [
      'settings that are missing',
      'bff',
      'configMapRef: { name: tuma-settings }',
      'configMapRef: { name: tuma }',
      'missing bff: takes tuma-settings',
    ],
  ])('a difference is named: %s', (_, name, before, after, complaint) => {
    const read = planted(`infra/kubernetes/processes/${name}.yaml`, before, after)
    expect(wrongInManifests(read).join('\n')).toContain(complaint)
  })

  test.each(['  - processes/remote-agent.yaml\n', '  - { name: tuma/remote-agent, newTag: latest }\n'])(
    'a missing line of kustomization.yaml is named: %s',
    (line) => {
      const read = planted('infra/kubernetes/kustomization.yaml', line, '')
      expect(wrongInManifests(read).join('\n')).toContain('missing remote-agent: is tuma/remote-agent')
    },
  )
})

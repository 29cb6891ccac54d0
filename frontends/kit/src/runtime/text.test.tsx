// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { chooseLanguage, defineCatalogue, textsReady, useText } from '@tuma/kit/runtime'
import { renderScreen } from '@tuma/kit/testing'
import { afterEach, expect, test } from 'vitest'

const english = {
  greeting: 'Hello {{name}}',
  rows_one: '{{count}} row',
  rows_other: '{{count}} rows',
  'only.english': 'Paid',
}
const texts = defineCatalogue('greetings', english, async () => ({
  default: { greeting: 'Habari {{name}}' } as Readonly<Record<keyof typeof english, string>>,
}))

function Hello() {
  const text = useText(texts)
  return (
    <p>
      {[
        text('greeting', { name: '<Wanjiku>' }),
        text('rows', { count: 1 }),
        text('rows', { count: 2 }),
        text('only.english'),
      ].join(', ')}
    </p>
  )
}

afterEach(() => act(() => chooseLanguage('en')))

test('texts are English until Swahili is chosen; what has no Swahili stays English', async () => {
  renderScreen(<Hello />)
  expect(screen.getByText('Hello <Wanjiku>, 1 row, 2 rows, Paid')).toBeTruthy()
  act(() => chooseLanguage('sw'))
  expect(await screen.findByText('Habari <Wanjiku>, 1 row, 2 rows, Paid')).toBeTruthy()
  expect(document.documentElement.lang).toBe('sw')
})

test('texts that load later with a screen’s scripts do not redraw what is already shown', () => {
  let drawn = 0
  function Counted() {
    const text = useText(texts)
    drawn += 1
    return <p>{text('only.english')}</p>
  }
  renderScreen(<Counted />)
  const before = drawn
  act(() => void defineCatalogue('farewells', { farewell: 'Bye' }))
  expect(drawn).toBe(before)
})

test('what would draw a screen can wait for its Swahili, and for one that never comes not for ever', async () => {
  await textsReady() // at once: nothing is under way
  act(() => chooseLanguage('sw'))
  const { promise, resolve } = Promise.withResolvers<{ texts: { farewell: string } }>()
  const late = defineCatalogue('late farewells', { farewell: 'Bye' }, () => promise)
  let isReady = false
  const ready = textsReady().then(() => {
    isReady = true
  })
  await Promise.resolve()
  expect(isReady).toBe(false)
  resolve({ texts: { farewell: 'Kwaheri' } })
  await ready
  const Bye = () => <p>{useText(late)('farewell')}</p>
  renderScreen(<Bye />)
  expect(screen.getByText('Kwaheri')).toBeTruthy()
  defineCatalogue('lost farewells', { farewell: 'Bye' }, () => Promise.reject(new Error('ChunkLoadError')))
  await textsReady()
})

test('texts that two areas bring under one name are both there, and a Swahili plural is its own', async () => {
  const older = defineCatalogue('shared', { close: 'Close' })
  const newer = defineCatalogue('shared', { days_one: '{{count}} day', days_other: '{{count}} days' }, async () => ({
    texts: { days_one: 'siku {{count}}', days_other: 'siku {{count}} zote' },
  }))
  const Both = () => <p>{`${useText(older)('close')}, ${useText(newer)('days', { count: 1 })}`}</p>
  renderScreen(<Both />)
  expect(screen.getByText('Close, 1 day')).toBeTruthy()
  act(() => chooseLanguage('sw'))
  expect(await screen.findByText('Close, siku 1')).toBeTruthy()
})

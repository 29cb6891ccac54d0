// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { chooseLanguage } from '@tuma/kit/runtime'
import { fakeApi, people, renderScreen, sampleDelivery, sampleTabCounts } from '@tuma/kit/testing'
import { beforeEach, expect, test } from 'vitest'
import { Sending } from './screen.tsx'

const path = '/Agent/uncollected'
beforeEach(() => {
  fakeApi().answer(contract.counter.tabCounts, sampleTabCounts()).answer(contract.agent.sending, [])
})
const show = (at = path) => renderScreen(<Sending />, { as: people.agent, path, at })

test.each([
  ['Deliveries', path, 'Not brought yet. When one comes, tap “Dropped”.'],
  ['Dropped Deliveries', `${path}?tab=dropped`, 'At your shop. Tap “Intransit” when you send one.'],
  ['Intransit Deliveries', `${path}?tab=inTransit`, 'Sent from your shop. They are on the way.'],
])('the tab %s says what it means', async (name, at, meaning) => {
  show(at)
  await screen.findByText(meaning)
  expect(screen.getByRole('tab', { selected: true, name })).toBeTruthy()
})

test('the meaning is beside the tools of the list, so that it takes no line of its own', async () => {
  const nextStep = { step: 'drop', mine: true } as const
  const two = [1, 2].map((number) => sampleDelivery(number, { status: 'dropping', nextStep }))
  fakeApi().answer(contract.agent.sending, two)
  show()
  const tools = (await screen.findByRole('button', { name: 'Select several' })).parentElement
  expect(tools?.previousElementSibling?.textContent).toBe('Not brought yet. When one comes, tap “Dropped”.')
})

test('the meaning is in Swahili too', async () => {
  chooseLanguage('sw')
  show()
  await screen.findByText('Havijaletwa. Kikija, bonyeza “Kimeletwa dukani”.')
})

// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import { type CashOffers, contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { Cash } from './screen.tsx'

const { drawer, handOvers, offers, offer, passOn, endOffer, payIns } = contract.cash
const at = '2026-11-23T09:00:00.000Z'
const amina = { _id: 'amina', name: 'Amina Yusuf' }
const juma = { _id: 'juma', name: 'Juma Ali' }
const given = { _id: 'o1', name: 'Amina Yusuf', cents: 4000_00, at }
const passed = { ...given, given: false, counted: 4000_00 }
const withOffers = (more: Partial<CashOffers>) =>
  fakeApi().answer(offers, { toYou: [], yours: null, past: [], colleagues: [amina], ...more })
const show = () => renderScreen(<Cash />, { as: people.agent, path: '/Agent/cash', at: '/Agent/cash' })
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const press = (name: string) => screen.findByRole('button', { name })

beforeEach(() => {
  fakeApi()
    .answer(drawer, { cents: 1350_00, awaiting: 0, since: at, parcels: [] })
    .answer(handOvers, [])
    .answer(offer, { ...given, cents: 1350_00 })
    .answer(passOn, passed)
    .answer(endOffer, {})
    .answer(payIns, [])
    .answerRaw(contract.locations.contact, { prompts: true, till: null })
  withOffers({})
})

describe('a colleague gives cash', () => {
  beforeEach(() => void withOffers({ toYou: [given] }))

  test('and the agent accepts what is filled in by one press and its question', async () => {
    const { person } = show()
    await screen.findByText('Amina Yusuf gives you Ksh 4,000. Count it.')
    expect(field('You counted (Ksh)').value).toBe('4000')
    await person.click(await press('Accept'))
    const question = await screen.findByRole('alertdialog', { name: 'Accept Ksh 4,000?' })
    within(question).getByText('Then it is with you, and you hand it over.')
    await person.click(within(question).getByRole('button', { name: 'Accept' }))
    await screen.findByText('Ksh 4,000 is with you now')
    expect(fakeApi().received(passOn)[0]?.input).toEqual({ id: 'o1', counted: 4000 })
  })

  test('and the question names what stays with the colleague', async () => {
    const { person } = show()
    await screen.findByText('Amina Yusuf gives you Ksh 4,000. Count it.')
    await person.clear(field('You counted (Ksh)'))
    await person.type(field('You counted (Ksh)'), '3800')
    await person.click(await press('Accept'))
    const question = await screen.findByRole('alertdialog', { name: 'Accept Ksh 3,800?' })
    within(question).getByText('Ksh 200 stays with Amina Yusuf.')
    await person.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(fakeApi().received(passOn)).toEqual([])
  })

  test('and more than that is refused at its field', async () => {
    const { person } = show()
    await screen.findByText('Amina Yusuf gives you Ksh 4,000. Count it.')
    await person.type(field('You counted (Ksh)'), '0')
    await person.click(await press('Accept'))
    await screen.findByText('Amina Yusuf gives you only Ksh 4,000.')
    expect(fakeApi().received(passOn)).toEqual([])
  })

  test('and the agent refuses it', async () => {
    const { person } = show()
    await person.click(await press('Refuse'))
    await screen.findByText('Refused')
    expect(fakeApi().received(endOffer)[0]?.input).toEqual({ id: 'o1' })
  })

  test('and takes it back meanwhile: the agent reads why nothing came', async () => {
    fakeApi().refuse(passOn, 'stale')
    const { person } = show()
    await person.click(await press('Accept'))
    await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Accept' }))
    await screen.findByText('Someone else has just changed this. Please look again.')
  })
})

describe('an agent gives cash', () => {
  test('all of it to the only colleague, by one press', async () => {
    const { person } = show()
    await screen.findByText('Give to Amina Yusuf')
    await person.click(await press('Give'))
    await expect.poll(() => fakeApi().received(offer)[0]?.input).toEqual({ to: 'amina', amount: 1350 })
  })

  test('a part of it to one of several', async () => {
    withOffers({ colleagues: [amina, juma] })
    const { person } = show()
    await person.click(await screen.findByRole('radio', { name: 'Juma Ali' }))
    await person.clear(field('Amount (Ksh)'))
    await person.type(field('Amount (Ksh)'), '500')
    await person.click(await press('Give'))
    await expect.poll(() => fakeApi().received(offer)[0]?.input).toEqual({ to: 'juma', amount: 500 })
  })

  test('to one of many, who are in a list', async () => {
    const many = Array.from({ length: 5 }, (_, n) => ({ _id: `a${n}`, name: `Agent ${n}` }))
    withOffers({ colleagues: many })
    const { person } = show()
    await person.selectOptions(await screen.findByRole('combobox', { name: 'Colleague' }), 'Agent 3')
    await person.click(await press('Give'))
    await expect.poll(() => fakeApi().received(offer)[0]?.input).toEqual({ to: 'a3', amount: 1350 })
  })

  test('and reads that it is more than they have', async () => {
    fakeApi().refuse(offer, 'more_than_cash')
    const { person } = show()
    await person.click(await press('Give'))
    await screen.findByText('That is more than the cash with you.')
  })

  test('and reads that the colleague refused it', async () => {
    withOffers({ declined: { ...given, cents: 500_00 } })
    show()
    await screen.findByText('Amina Yusuf did not take Ksh 500. It stays with you.')
    await press('Give')
  })

  test('and takes it back while the colleague has not counted', async () => {
    withOffers({ yours: { ...given, cents: 1350_00 } })
    const { person } = show()
    await screen.findByText('Amina Yusuf must count Ksh 1,350.')
    expect(screen.queryByRole('button', { name: 'Give' })).toBeNull()
    withOffers({})
    await person.click(await press('Take back'))
    await press('Give')
    expect(fakeApi().received(endOffer)[0]?.input).toEqual({ id: 'o1' })
  })

  test('only where there is cash, and a colleague', async () => {
    withOffers({ colleagues: [] })
    show()
    await press('Hand over')
    await waitFor(() => expect(screen.queryByText('Give to a colleague')).toBeNull())
  })
})

import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import type { CampaignEvent, RecipientAnswer } from './campaign.ts'
import { type CampaignCommand, campaign, reasonFor } from './campaign-decisions.ts'

const { given } = toSpecification(campaign)
const at = '2026-11-21T06:30:00.000Z'

const list = {
  text: 'Tuma: 10% off',
  recipients: ['254712345678', '254110345678', '254733345678'].map((phone) => ({ personId: `phone:${phone}`, phone })),
}
const requested: CampaignEvent = { type: 'CampaignRequested', data: list }
const request: CampaignCommand = { type: 'RequestCampaign', requested: list }

type Attempt = Extract<CampaignCommand, { type: 'AttemptBatch' }>
const attempt = (changes: Partial<Attempt> = {}): CampaignCommand => ({
  type: 'AttemptBatch',
  at,
  recipients: [0, 1, 2],
  optedOut: [],
  segmentsEach: 2,
  room: 100,
  ...changes,
})
const attempted = (...recipients: number[]): CampaignEvent => ({
  type: 'BatchAttempted',
  data: { at, recipients, segments: 2 * recipients.length },
})
const leftOut = (reason: 'opted_out' | 'budget', ...recipients: number[]): CampaignEvent => ({
  type: 'RecipientsLeftOut',
  data: { at, recipients, reason },
})
const yes = (recipient: number): RecipientAnswer => ({ recipient, providerId: `id-${recipient}`, refusal: null })
const no = (recipient: number): RecipientAnswer => ({ recipient, providerId: null, refusal: 'status-406' })
const record = (...answers: RecipientAnswer[]): CampaignCommand => ({
  type: 'RecordAnswers',
  at,
  provider: 'gateway',
  answers,
})
const answered = (...answers: RecipientAnswer[]): CampaignEvent => ({
  type: 'BatchAnswered',
  data: { at, provider: 'gateway', answers },
})

describe('a campaign', () => {
  test('is requested', () => given().when(request).then(requested))
  test('is requested once', () => given(requested).when(request).then())
  test('that was not requested sends nothing, whatever events follow', () => {
    given().when(attempt()).then()
    given(attempted(0)).when(attempt()).then()
    given()
      .when(record(yes(0)))
      .then()
  })
  test('keeps the text and the recipients', () =>
    expect(campaign.evolve(null, requested)).toMatchObject({
      text: 'Tuma: 10% off',
      phones: ['254712345678', '254110345678', '254733345678'],
    }))
})

describe('a batch', () => {
  test('is attempted, and uses as many of the day’s SMS as all of it needs', () =>
    given(requested)
      .when(attempt())
      .then(attempted(0, 1, 2)))
  test('leaves out phones that have opted out', () =>
    given(requested)
      .when(attempt({ optedOut: [1] }))
      .then(leftOut('opted_out', 1), attempted(0, 2)))
  test('goes as far as the day’s SMS', () =>
    given(requested)
      .when(attempt({ room: 5 }))
      .then(leftOut('budget', 2), attempted(0, 1)))
  test('without recipients is not attempted', () =>
    given(requested)
      .when(attempt({ optedOut: [0, 1], room: 1 }))
      .then(leftOut('opted_out', 0, 1), leftOut('budget', 2)))
  test('costs nothing where it is only kept', () =>
    given(requested)
      .when(attempt({ segmentsEach: 0, room: 0 }))
      .then({ type: 'BatchAttempted', data: { at, recipients: [0, 1, 2], segments: 0 } }))
  test('leaves out recipients that were attempted, answered or left out before', () =>
    given(requested, attempted(0), answered(yes(0)), leftOut('opted_out', 1))
      .when(attempt())
      .then(attempted(2)))
  test('without an answer is not attempted again', () =>
    given(requested, attempted(0, 1, 2))
      .when(attempt())
      .then())
})

describe('answers', () => {
  test('are recorded', () =>
    given(requested, attempted(0, 1))
      .when(record(yes(0), no(1)))
      .then(answered(yes(0), no(1))))
  test('are recorded once', () =>
    given(requested, attempted(0, 1), answered(yes(0), no(1)))
      .when(record(no(0), yes(1)))
      .then())
  test('are not recorded for recipients that nothing was sent to', () =>
    given(requested, attempted(0))
      .when(record(yes(0), yes(2)))
      .then(answered(yes(0))))
  test('without recipients are not recorded', () => given(requested, attempted(0)).when(record()).then())
})

test('the answer lists the result for each recipient', () => {
  const events = [requested, attempted(0, 1), answered(yes(0)), leftOut('opted_out', 2)]
  const after = (...more: CampaignEvent[]) =>
    [...events, ...more].reduce(campaign.evolve, campaign.initialState)?.fates.map(reasonFor)
  expect(after()).toEqual([null, 'unanswered', 'opted_out'])
  expect(after(answered(no(1)))).toEqual([null, 'refused', 'opted_out'])
  expect([requested].reduce(campaign.evolve, campaign.initialState)?.fates.map(reasonFor)).toEqual([
    'refused',
    'refused',
    'refused',
  ])
  expect([requested, leftOut('budget', 0)].reduce(campaign.evolve, campaign.initialState)?.fates[0]).toBe('refused')
})

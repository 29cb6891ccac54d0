import type { Problems } from '@tuma/contracts/api'
import { KeyRound } from '@tuma/kit/icons'
import { api, confirm, toast, useSubmission, useText } from '@tuma/kit/runtime'
import { Button, Card, Notice } from '@tuma/kit/ui'
import { useSayRefused } from '../../say-refused.ts'
import { refreshParcels } from '../list-deliveries/changes.ts'
import { problemTexts } from './texts.ts'

type Found = Pick<Problems, 'codes' | 'codesOfShops' | 'handedOver'>

/** Shows where guessed codes are blocked and who hands over without a code; gives new codes after a leak. */
export const Codes = ({ codes, codesOfShops, handedOver }: Found) => {
  const text = useText(problemTexts)
  const stopped = [
    ...codes.map(({ agentId, name, ...tried }) => ({ key: agentId, name: name ?? text('problems.gone'), ...tried })),
    ...codesOfShops.map(({ shop, ...tried }) => {
      const name = `${shop.address}, ${shop.location}`
      return { key: name, name, ...tried }
    }),
  ]
  return (
    <Card className="grid gap-3">
      <h2>{text('problems.codes')}</h2>
      {stopped.length === 0 ? <p>{text('problems.codesNone')}</p> : null}
      {stopped.map(({ key, ...found }) => (
        <Notice key={key} tone="warning">
          {text('problems.stopped', found)}
        </Notice>
      ))}
      {handedOver.length > 0 ? (
        <>
          <h3 className="text-base">{text('problems.withoutCode')}</h3>
          <ul className="grid gap-1">
            {handedOver.map(({ agentId, name, withCode, withoutCode }) => (
              <li key={agentId}>
                {text('problems.withoutCodeOf', {
                  name: name ?? text('problems.gone'),
                  without: withoutCode,
                  with: withCode,
                })}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <Raise />
    </Card>
  )
}

const Raise = () => {
  const text = useText(problemTexts)
  const sayRefused = useSayRefused()
  const { mutate, isPending } = useSubmission(api.trouble.raiseCodes, {
    onSuccess: ({ raised }) => {
      toast.success(text('problems.raised', { count: raised }))
      return refreshParcels()
    },
    onError: (error) => sayRefused(text('problems.notRaised'), error),
  })
  const ask = async (): Promise<void> => {
    const question = { title: text('problems.raiseSure'), text: text('problems.raiseWhat') }
    if (await confirm({ ...question, yes: text('problems.raise'), danger: true })) mutate(undefined)
  }
  return (
    <Button
      variant="quiet"
      size="small"
      icon={KeyRound}
      className="justify-self-start text-danger"
      loading={isPending}
      onClick={() => void ask()}
    >
      {text('problems.raise')}
    </Button>
  )
}

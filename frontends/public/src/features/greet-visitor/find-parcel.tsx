import { maxTextWithId } from '@tuma/contracts/vocabulary'
import { Search } from '@tuma/kit/icons'
import { useNavigate, useText } from '@tuma/kit/runtime'
import { Button, TextField } from '@tuma/kit/ui'
import { type FormEvent, useState } from 'react'
import { texts } from '../../texts.ts'

/** One field for the tracking ID. Works as a plain form before the scripts have loaded. */
export function FindParcel() {
  const text = useText(texts)
  const navigate = useNavigate()
  const [empty, setEmpty] = useState(false)
  const find = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const id = String(new FormData(event.currentTarget).get('id') ?? '').trim()
    setEmpty(id === '')
    if (id !== '') void navigate(`/trackDelivery?id=${encodeURIComponent(id)}`)
  }
  return (
    <form className="landing-find" method="get" action="/trackDelivery" noValidate onSubmit={find}>
      <TextField
        label={text('find.id')}
        name="id"
        placeholder="TM-XXXX-XXXX-XXXX"
        maxLength={maxTextWithId}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-wanted={text('find.empty')}
        error={empty ? text('find.empty') : undefined}
      />
      <Button type="submit" icon={Search}>
        {text('find.go')}
      </Button>
    </form>
  )
}

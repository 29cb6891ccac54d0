import type { Statement } from '@tuma/contracts/api'
import { ApiError, api, queryClient, useErrorText, useMutation, useText } from '@tuma/kit/runtime'
import { Button, Card, Notice, sendFile } from '@tuma/kit/ui'
import { useId, useState } from 'react'
import { texts } from '../../texts.ts'

/** Whatever is wrong with a file is said here, and another can be chosen. */
export const Upload = ({ onRead }: { onRead: (statement: Statement) => void }) => {
  const text = useText(texts)
  const id = useId()
  const [file, setFile] = useState<File | null>(null)
  const [reads, setReads] = useState(0)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (chosen: File) => sendFile<Statement>('/admin/statements', chosen, { type: 'text/csv' }),
    onSuccess: async (statement) => {
      setFile(null)
      setReads(reads + 1)
      onRead(statement)
      await queryClient.invalidateQueries({ queryKey: api.statements.key() })
    },
  })
  return (
    <Card className="mb-6">
      <form
        className="grid gap-3"
        aria-label={text('statements.import')}
        onSubmit={(event) => {
          event.preventDefault()
          if (file) mutate(file)
        }}
      >
        <label htmlFor={id} className="font-semibold">
          {text('statements.file')}
        </label>
        <p className="t-hint" id={`${id}-hint`}>
          {text('statements.fileHint')}
        </p>
        <input
          id={id}
          key={reads}
          type="file"
          accept=".csv,text/csv"
          aria-describedby={`${id}-hint`}
          className="min-h-11 w-full min-w-0 rounded-lg border border-line-strong p-2"
          disabled={isPending}
          onChange={(event) => {
            reset()
            setFile(event.target.files?.[0] ?? null)
          }}
        />
        {isPending ? <progress className="h-3 w-full" aria-label={text('statements.reading')} /> : null}
        {error ? <Refusal error={error} /> : null}
        <div>
          <Button type="submit" loading={isPending} disabled={!file}>
            {text('statements.read')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

const Refusal = ({ error }: { error: Error }) => {
  const text = useText(texts)
  const say = useErrorText()
  const row = error instanceof ApiError ? error.details.row : undefined
  return (
    <Notice tone="danger">
      {say(error, text('statements.notRead'))}
      {typeof row === 'number' ? <span className="block">{text('statements.atRow', { row })}</span> : null}
    </Notice>
  )
}

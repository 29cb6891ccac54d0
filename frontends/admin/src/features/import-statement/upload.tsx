import type { Statement } from '@tuma/contracts/api'
import { ApiError, api, queryClient, useErrorText, useMutation, useText } from '@tuma/kit/runtime'
import { Button, Card, Notice, sendFile } from '@tuma/kit/ui'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { texts } from '../../texts.ts'

/** Endings and types, because phones know one and computers the other. The server looks at the first bytes. */
const accepted = [
  ...['.csv', '.xlsx', '.xls', 'text/csv', 'application/vnd.ms-excel'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
].join()

/** Shows what is wrong with a file, and lets the admin choose another one. */
export const Upload = ({ onRead }: { onRead: (statement: Statement) => void }) => {
  const text = useText(texts)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (chosen: File) =>
      sendFile<Statement>('/admin/statements', chosen, { type: 'application/octet-stream', name: chosen.name }),
    onSuccess: async (statement) => {
      setFile(null)
      onRead(statement)
      await queryClient.invalidateQueries({ queryKey: api.statements.key() })
    },
  })
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    reset()
    setFile(target.files?.[0] ?? null)
    target.value = '' // the same one chosen again is a change too
  }
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
        <p className="font-semibold">{text('statements.file')}</p>
        <p className="t-hint" id={`${id}-hint`}>
          {text('statements.fileHint')}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="secondary"
            disabled={isPending}
            aria-describedby={`${id}-hint`}
            onClick={() => input.current?.click()}
          >
            {text('statements.choose')}
          </Button>
          <span role="status" className="min-w-0 grow wrap-anywhere">
            {file?.name ?? text('statements.noFile')}
          </span>
          <Button type="submit" loading={isPending} disabled={!file}>
            {text('statements.read')}
          </Button>
        </div>
        {/* The browser's own file field is in the language of the browser. */}
        <input
          ref={input}
          hidden
          type="file"
          accept={accepted}
          aria-label={text('statements.file')}
          onChange={choose}
        />
        {isPending ? <progress className="h-3 w-full" aria-label={text('statements.reading')} /> : null}
        {error ? <Refusal error={error} /> : null}
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

import { Button } from '@tuma/kit/ui'

type Props = { label: string; choices: readonly string[]; chosen: string; onChoose: (choice: string) => void }

/** A few common answers above a field that takes any other: a press fills it in. */
export const Chips = ({ label, choices, chosen, onChoose }: Props) => (
  <fieldset className="take-chips" aria-label={label}>
    {choices.map((choice) => (
      <Button
        key={choice}
        size="small"
        variant="secondary"
        aria-pressed={choice === chosen}
        onClick={() => onChoose(choice)}
      >
        {choice}
      </Button>
    ))}
  </fieldset>
)

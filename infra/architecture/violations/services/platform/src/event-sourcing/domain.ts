export type Decider = { decide: () => void }

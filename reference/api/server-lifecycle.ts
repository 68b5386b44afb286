/**
 * The phase of a server: `serving`; `leaving`, when it still serves but reports that it is not
 * ready (HEALTH-023); `closing`, when it finishes running requests and accepts no new ones.
 */
export type LifecyclePhase = 'serving' | 'leaving' | 'closing'

/** The lifecycle of one server between its start and its end. */
export type ServerLifecycle = {
  readonly phase: LifecyclePhase
  /** Enters a later phase; a phase never goes back. */
  enter(phase: LifecyclePhase): void
  /** Milliseconds since the server was created, by its clock. */
  ageMs(): number
  hasFinishedHook(hook: string): boolean
  finishHook(hook: string): void
}

/** A task that a server runs after it has begun to listen (HEALTH-022). */
export type StartHook<At> = {
  readonly name: string
  /** @throws the error that prevents the start of the server */
  readonly run: (parts: At) => Promise<void>
}

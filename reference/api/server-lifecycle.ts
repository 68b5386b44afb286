/**
 * What a server is doing: `serving`; `leaving`, when it serves as before and says that it is not
 * ready (HEALTH-023); `closing`, when it answers what it has and takes nothing new.
 */
export type LifecyclePhase = 'serving' | 'leaving' | 'closing'

/** Where one server is between its start and its end. */
export type ServerLifecycle = {
  readonly phase: LifecyclePhase
  /** Goes on to a later phase; there is no way back. */
  enter(phase: LifecyclePhase): void
  /** Milliseconds of its clock since it was made. */
  ageMs(): number
  hasFinishedHook(hook: string): boolean
  finishHook(hook: string): void
}

/** Something that a server does when it has begun to listen (HEALTH-022). */
export type StartHook<At> = {
  readonly name: string
  /** @throws what keeps the server from starting */
  readonly run: (at: At) => Promise<void>
}

import type { ServerResponse } from 'node:http'
import type { RequestClient } from '../api/request.ts'

/**
 * The client of a response. A class, because each of thousands of watches holds one: an object
 * literal with accessors takes three times the memory.
 */
export class ResponseClient implements RequestClient {
  hasLeft = false
  #leaving: AbortController | undefined
  #runs: (() => void)[] = none

  constructor(response: ServerResponse) {
    response.once('close', () => this.#leave())
  }

  get signal(): AbortSignal {
    this.#leaving ??= new AbortController()
    if (this.hasLeft) this.#leaving.abort(closed)
    return this.#leaving.signal
  }

  onLeft(run: () => void): void {
    if (this.hasLeft) run()
    else this.#runs = [...this.#runs, run]
  }

  #leave(): void {
    this.hasLeft = true
    const runs = this.#runs
    this.#runs = none
    for (const run of runs) run()
    this.#leaving?.abort(closed)
  }
}

const none: (() => void)[] = []

// The abort reason of all closed responses. One instance, since each new one would capture a stack.
const closed = new DOMException('The response is closed.', 'AbortError')

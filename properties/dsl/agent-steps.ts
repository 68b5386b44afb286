// Builds the steps of scenarios about node agents. They are requests to the bench of an agent
// (`fixtures/objects/agents.ts`).

import { benchPaths } from '../../fixtures/objects/agents.ts'
import type { AskCertificate, AskedServer } from '../../fixtures/objects/agents.ts'
import type { RuntimeStub } from '../../fixtures/objects/runtime-record.ts'
import { onAgent } from './agent-names.ts'
import type { AgentSetupName } from './agent-names.ts'
import type { PollStep, RequestBody, RequestStep } from './scenario.ts'
import { caseName, fromAnswer } from './steps.ts'
import type { Term } from './term.ts'

/** Returns the steps for an agent. Pods are given by their names in the case. */
export function benchOf(agent: AgentSetupName) {
  const request = (
    as: string,
    method: string,
    path: Term,
    more: { body?: RequestBody; query?: Record<string, Term> } = {},
  ): RequestStep => ({ as, method, to: { path }, server: onAgent(agent), ...more })
  const until = (step: RequestStep, shows: Term): PollStep => ({ poll: step, shows })
  const place = (name: Term): Term => ({ $join: [`${benchPaths.files}/`, name] })
  const runtime = (as: string, pod: Term) =>
    request(as, 'GET', benchPaths.runtime, { query: { pod } })

  return {
    /** Writes a file, given by its path in the directory of the agent. */
    writeFile: (as: string, name: Term, text: Term) =>
      request(as, 'PUT', place(name), { body: { $text: text } }),
    /** Writes a document as JSON. */
    writeDocument: (as: string, name: Term, document: Term) =>
      request(as, 'PUT', place(name), { body: document }),
    removeFile: (as: string, name: Term) => request(as, 'DELETE', place(name)),
    readFile: (as: string, name: Term) => request(as, 'GET', place(name)),
    untilFile: (as: string, name: Term, shows: Term) =>
      until(request(as, 'GET', place(name)), shows),
    /** Reads what the runtime holds and has been asked about a pod. */
    readRuntime: (as: string, pod: string) => runtime(as, caseName(pod)),
    /** The same about the pod that another client made in an earlier step. */
    readForeign: (as: string, added: string) => runtime(as, fromAnswer(added, '/sandbox')),
    /** Waits until the record of the runtime about a pod contains a part. */
    untilRuntime: (as: string, pod: string, shows: Term) =>
      until(runtime(as, caseName(pod)), shows),
    /** The same about the pods of all cases whose name contains a text. */
    untilRecord: (as: string, pod: string, shows: Term) => until(runtime(as, pod), shows),
    /** Reads the record of the second runtime, which only serves images. */
    readImageService: (as: string, pod: string) =>
      request(as, 'GET', benchPaths.imageService, { query: { pod: caseName(pod) } }),
    /** Reads whether the agent has ended, its log, and what else is known of its process. */
    readAgent: (as: string) => request(as, 'GET', benchPaths.agent),
    untilAgent: (as: string, shows: Term) => until(request(as, 'GET', benchPaths.agent), shows),
    /** Reads whether a process holds a lock of a file in the directory of the agent. */
    readLock: (as: string, name: string) =>
      request(as, 'GET', benchPaths.lock, { query: { name } }),
    /** Reads the record of the runtime with all calls of a method, of any pod or of none. */
    readCalls: (as: string, method: string) =>
      request(as, 'GET', benchPaths.runtime, { query: { method } }),
    /** Waits until the runtime has had a call of a method, and its record contains a part. */
    untilCalled: (as: string, method: string, shows: { [member: string]: Term } = {}) =>
      until(request(as, 'GET', benchPaths.runtime, { query: { method } }), {
        calls: [{ method }],
        ...shows,
      }),
    /** Replaces the stubs of this case. */
    setStubs: (as: string, stubs: (Omit<RuntimeStub, 'contains'> & { contains?: Term })[]) =>
      request(as, 'PUT', benchPaths.stubs, {
        body: stubs as unknown as Term,
        query: { key: caseName('') },
      }),
    endContainer: (as: string, pod: string, exitCode: number, container = 'main') =>
      request(as, 'POST', benchPaths.end, {
        body: { pod: caseName(pod), container, exitCode },
      }),
    /** Adds a pod that another client of the runtime has made. */
    addForeign: (as: string, sandbox: Term, container: Term) =>
      request(as, 'POST', benchPaths.add, { body: { sandbox, container } }),
    serveManifest: (as: string, text: Term, contentType: string) =>
      request(as, 'PUT', benchPaths.manifests, { body: { text, contentType } }),
    readManifestRequests: (as: string) => request(as, 'GET', benchPaths.manifests),
    /** Waits until the manifest host has had this many requests since its start. */
    untilManifestRequests: (as: string, count: number) =>
      until(request(as, 'GET', benchPaths.manifests), { counts: [count] }),
    /** Reads the requests of the agent at its API whose path contains a text. */
    readRequests: (as: string, path: Term = '', method: Term = '') =>
      request(as, 'GET', benchPaths.requests, { query: { path, method } }),
    untilRequests: (as: string, path: Term, shows: Term, method: Term = '') =>
      until(request(as, 'GET', benchPaths.requests, { query: { path, method } }), shows),
    /** Waits until the agent has ended. */
    untilEnded: (as: string) => until(request(as, 'GET', benchPaths.agent), { hasEnded: true }),
    readMachine: (as: string) => request(as, 'GET', benchPaths.machine),
    /** Sends a request to a server of the agent, or to its API. */
    ask: (as: string, server: AskedServer, path: Term, more: AskMore = {}) =>
      request(as, 'POST', benchPaths.ask, { body: { server, path, ...more } }),
    untilAsked: (as: string, asked: { server: AskedServer; path: Term } & AskMore, shows: Term) =>
      until(request(as, 'POST', benchPaths.ask, { body: { ...asked } }), shows),
  }
}

type AskMore = {
  method?: string
  headers?: Record<string, Term>
  body?: Term
  newestTls?: 'TLSv1.2' | 'TLSv1.3'
  address?: string
  certificate?: Omit<AskCertificate, 'name'> & { name: Term }
  times?: number
  everyMs?: number
}

/** A pod with the name of the case and one container `main`. */
export const podTerm = (pod: string, spec: { [member: string]: Term } = {}): Term =>
  namedPod(caseName(pod), spec)

/** A pod with one container `main`. */
export const namedPod = (name: Term, spec: { [member: string]: Term } = {}): Term => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default' },
  spec: {
    containers: [{ name: 'main', image: podImage }],
    // Otherwise the end of a pod takes 30 s.
    terminationGracePeriodSeconds: 1,
    ...spec,
  },
})

/** The image of pods; the runtime knows no other. */
export const podImage = 'registry.example/touchstone:1'

/** The file of a pod in the directory of the agent's file source. */
export const podFile = (pod: string, suffix = '.json'): Term => ({
  $join: ['pods/', caseName(pod), suffix],
})

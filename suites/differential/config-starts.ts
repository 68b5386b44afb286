// Starts kube-apiserver with configuration documents and compares the outcome with its loaders: the
// server has to start with what the loaders accept, and to exit with their error otherwise.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConfigCheckRequest } from '../../fixtures/objects/config-check.ts'
import { webhookClientFile } from './config-documents.ts'
import type { LoaderAnswer, Loaders } from '../../fixtures/targets/kube-config/loaders.ts'
import { startApiserver } from '../../fixtures/targets/kube-apiserver/apiserver.ts'
import type { ApiserverOptions } from '../../fixtures/targets/kube-apiserver/apiserver.ts'
import { ensureBinaries } from '../../fixtures/targets/kube-apiserver/build.ts'
import { makeCredentials } from '../../fixtures/targets/kube-apiserver/credentials.ts'
import { startEtcd } from '../../fixtures/targets/kube-apiserver/etcd.ts'

/**
 * The flag that names the file, by kind of document. The other kinds need more than a flag, so no
 * server is started with them.
 */
const options: Record<string, string> = {
  AuthenticationConfiguration: '--authentication-config',
  AuthorizationConfiguration: '--authorization-config',
  AdmissionConfiguration: '--admission-control-config-file',
  EncryptionConfiguration: '--encryption-provider-config',
  TracingConfiguration: '--tracing-config-file',
  Policy: '--audit-policy-file',
}

/**
 * Starts one server per document, at most `starts` of them. Documents are chosen in turns from each
 * combination of kind and verdict of the loader.
 */
export async function compareStarts(
  questions: ConfigCheckRequest[],
  { loaders, starts }: { loaders: Loaders; starts: number },
): Promise<{ says: string; problems: string[] }> {
  const wanted = await chosen(questions, { loaders, starts })
  const problems: string[] = []
  for (const { text, option, answer } of wanted) {
    const problem = await problemOfStart({ text, option, answer })
    if (problem !== undefined) problems.push(`${option}\n${text}\n${problem}`)
  }
  const acceptedCount = wanted.filter(({ answer }) => answer.accepted).length
  return {
    says: `${wanted.length} starts, ${acceptedCount} of them with a document that is taken`,
    problems,
  }
}

type Start = { text: string; option: string; answer: LoaderAnswer }

async function chosen(
  questions: ConfigCheckRequest[],
  { loaders, starts }: { loaders: Loaders; starts: number },
): Promise<Start[]> {
  const found = new Map<string, Start[]>()
  for (const { files, gates, facts } of questions) {
    const text = files[0]?.text ?? ''
    const option = options[/"kind": "(\w+)"/.exec(text)?.[1] ?? '']
    if (option === undefined || gates || facts || needsMore.test(text)) continue
    const answer = await loaders.ask({ files: [{ name: 'config.yaml', text }, webhookClientFile] })
    const of = `${option} ${answer.accepted}`
    found.set(of, [...(found.get(of) ?? []), { text, option, answer }])
  }
  // Take one document of each combination, then a second one of each, and so on.
  const turns = Array.from({ length: starts }, (_, turn) =>
    [...found.values()].flatMap(list => list[turn] ?? []),
  )
  return turns.flat().slice(0, starts)
}

// With these documents a server needs more to start: a key management service, a pod that it runs
// in, another file, or an authorizer that allows requests.
const needsMore = /"kms"|InClusterConfig|"AlwaysDeny"|"ABAC"|"path": /

async function problemOfStart({ text, option, answer }: Start): Promise<string | undefined> {
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-config-start-'))
  try {
    const file = join(directory, 'config.yaml')
    const clientFile = join(directory, 'client.yaml')
    await writeFile(clientFile, client)
    await writeFile(file, text.replaceAll(webhookClientFile.name, clientFile))
    // `EventRateLimit` is off by default, and a disabled plug-in does not read its configuration.
    const limited = text.includes('"EventRateLimit"')
    const plugins = limited ? ['--enable-admission-plugins=EventRateLimit'] : []
    const said = await startedWith([`${option}=${file}`, ...plugins])
    const problem = said
      ?.replaceAll(clientFile, webhookClientFile.name)
      .replaceAll(file, 'config.yaml')
      .replaceAll('\\"', '"')
    return startDifference(problem, answer)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/**
 * Returns how a start disagrees with the loader, or undefined if it agrees. `problem` is the error
 * of the start, undefined if the server became ready.
 */
export function startDifference(
  problem: string | undefined,
  { accepted, errors }: LoaderAnswer,
): string | undefined {
  if (accepted) return problem && `taken by the loader, and yet ${problem}`
  if (problem === undefined) return 'refused by the loader, and yet it has started'
  if (!problem.includes('ended before')) return `it has not ended by itself: ${problem}`
  // The server has to name each field of the errors. If an error has no field, it has to print the
  // loader's text.
  const untold = errors.map(({ field, detail }) => field || detail)
  const missing = untold.find(text => !problem.includes(text))
  return missing === undefined ? undefined : `not told of ${missing}: ${problem}`
}

// The kubeconfig of a webhook. The webhook is not called during the start, because the
// administrator's requests are authorized without it.
const client = JSON.stringify({
  clusters: [{ name: 'nowhere', cluster: { server: 'https://127.0.0.1:1' } }],
  contexts: [{ name: 'nowhere', context: { cluster: 'nowhere', user: 'nobody' } }],
  'current-context': 'nowhere',
  users: [{ name: 'nobody', user: {} }],
})

/** Starts a server and stops it again. Returns undefined if it became ready, else its error. */
async function startedWith(flags: string[]): Promise<string | undefined> {
  const { kubeApiserver, etcd: command } = await ensureBinaries()
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-config-server-'))
  const etcd = await startEtcd({ command, directory })
  try {
    const credentials = await makeCredentials(directory)
    const wanted = { command: kubeApiserver, directory, etcdUrl: etcd.url, credentials, flags }
    return await problemOf(wanted)
  } finally {
    await etcd.close()
    await rm(directory, { recursive: true, force: true })
  }
}

async function problemOf(wanted: ApiserverOptions): Promise<string | undefined> {
  try {
    const { child } = await startApiserver(wanted)
    await child.stop()
    return undefined
  } catch (cause) {
    // The failure is a result here, not an error.
    return String(cause)
  }
}

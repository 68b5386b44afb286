// Writes reference/codecs/messages.data.json, the Protobuf declarations of the Go types of the
// genuine API, and the sample objects of the codec's tests. The file has one fact per line, so that
// the diff of a new release lists its changes. Needs Go.

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../lint/sources.ts'

const codecs = join(projectRoot, 'reference', 'codecs')

// Kinds that together contain every kind of value once, small enough for a reviewer.
const sampled = ['Binding', 'ConfigMap', 'ControllerRevision', 'CustomResourceDefinition']
  .concat(['Deployment', 'Eviction', 'HorizontalPodAutoscaler', 'Ingress'])
  .concat(['Lease', 'Namespace', 'NamespaceList', 'PartialObjectMetadata', 'Pod', 'ResourceQuota'])
  .concat(['Scale', 'Secret', 'SelfSubjectAccessReview', 'SelfSubjectReview', 'Status'])
  .concat(['TokenRequest'])

const data = printed([])
const samples = printed(['2', ...sampled])
writeFileSync(join(codecs, 'messages.data.json'), data)
writeFileSync(join(codecs, 'protobuf-samples.data.json'), `[\n${lines(samples).join(',\n')}\n]\n`)
console.log(`${data.length} bytes of messages, ${lines(samples).length} samples`)

/** The output of the program in fixtures/messages. */
function printed(words: string[]): string {
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' }
  const options = { cwd: join(projectRoot, 'fixtures', 'messages'), env, maxBuffer: 2 ** 26 }
  return execFileSync('go', ['run', '.', ...words], options).toString('utf8')
}

function lines(text: string): string[] {
  return text.trimEnd().split('\n')
}

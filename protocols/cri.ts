// The Container Runtime Interface, version 1: what node agents call and runtimes serve, as service
// definitions for gRPC.

import type { MethodDefinition } from '@grpc/grpc-js'
import protobuf from 'protobufjs'
import { criEnums, criMessages } from './cri-messages.ts'

/** A message as JSON, with the names of the protocol. Fields with their default are absent. */
export type CriMessage = { [field: string]: unknown }

/** The calls of a service, for servers and clients of gRPC. */
export type CriService = { [method: string]: MethodDefinition<CriMessage, CriMessage> }

const runtimeMethods = [
  'Version',
  'RunPodSandbox',
  'StopPodSandbox',
  'RemovePodSandbox',
  'PodSandboxStatus',
  'ListPodSandbox',
  'CreateContainer',
  'StartContainer',
  'StopContainer',
  'RemoveContainer',
  'ListContainers',
  'ContainerStatus',
  'UpdateContainerResources',
  'ReopenContainerLog',
  'ExecSync',
  'Exec',
  'Attach',
  'PortForward',
  'ContainerStats',
  'ListContainerStats',
  'PodSandboxStats',
  'ListPodSandboxStats',
  'UpdateRuntimeConfig',
  'Status',
  'RuntimeConfig',
  'UpdatePodSandboxResources',
]

// The calls that answer with a stream, and the stems of their messages.
const runtimeStreams = {
  GetContainerEvents: ['GetEventsRequest', 'ContainerEventResponse'],
  StreamPodSandboxes: ['StreamPodSandboxesRequest', 'StreamPodSandboxesResponse'],
  StreamContainers: ['StreamContainersRequest', 'StreamContainersResponse'],
} as const

const imageMethods = ['ListImages', 'ImageStatus', 'PullImage', 'RemoveImage', 'ImageFsInfo']

const root = criMessageTypes(name => name)

/** The service of sandboxes and containers. */
export const runtimeService: CriService = Object.fromEntries([
  ...runtimeMethods.map(name => method('RuntimeService', name)),
  ...Object.entries(runtimeStreams).map(([name, messages]) =>
    method('RuntimeService', name, messages),
  ),
])

/** The service of images. */
export const imageService: CriService = Object.fromEntries(
  imageMethods.map(name => method('ImageService', name)),
)

function method(
  service: string,
  name: string,
  stream?: readonly [string, string],
): [string, MethodDefinition<CriMessage, CriMessage>] {
  const [asked, answered] = stream ?? [`${name}Request`, `${name}Response`]
  const request = codecOf(asked)
  const response = codecOf(answered)
  return [
    name,
    {
      path: `/runtime.v1.${service}/${name}`,
      requestStream: false,
      responseStream: stream !== undefined,
      requestSerialize: request.encode,
      requestDeserialize: request.decode,
      responseSerialize: response.encode,
      responseDeserialize: response.decode,
    },
  ]
}

/** Integers of 64 bits become numbers: times in nanoseconds lose their last digits. */
function codecOf(name: string) {
  const type = root.lookupType(name)
  return {
    encode: (value: CriMessage) => Buffer.from(type.encode(type.fromObject(value)).finish()),
    decode: (bytes: Buffer): CriMessage =>
      type.toObject(type.decode(bytes), { longs: Number, enums: String, bytes: String }),
  }
}

/**
 * Returns the types of the messages, by the names of the protocol. Fields have the names that
 * `nameOf` returns for those of the protocol.
 */
export function criMessageTypes(nameOf: (field: string) => string): protobuf.Root {
  const named = (text: string): [string, object] => {
    const [field, ...more] = fieldOf(text)
    return [nameOf(field), ...more]
  }
  const types = criMessages
    .replaceAll('\n  ', ' ')
    .split('\n')
    .filter(Boolean)
    .map(line => {
      const [name = '', ...fields] = line.split(' ')
      return [name, { fields: Object.fromEntries(fields.map(named)) }] as const
    })
  const enums = Object.entries(criEnums).map(([name, words]) => [
    name,
    { values: Object.fromEntries(words.map((word, number) => [word, number])) },
  ])
  return protobuf.Root.fromJSON({ nested: Object.fromEntries([...types, ...enums]) })
}

function fieldOf(text: string): [string, object] {
  const [, name = '', id, type = 'string'] = /^(\w+)=(\d+)(?::(.+))?$/.exec(text) ?? []
  const numbered = { id: Number(id) }
  if (type === '{}') return [name, { ...numbered, keyType: 'string', type: 'string' }]
  return type.endsWith('[]')
    ? [name, { ...numbered, rule: 'repeated', type: type.slice(0, -2) }]
    : [name, { ...numbered, type }]
}

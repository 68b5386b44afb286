import { expect, test } from 'vitest'
import { imageService, runtimeService } from './cri.ts'

test('a request is written with the numbers of the protocol', () => {
  const run = runtimeService['RunPodSandbox']
  const bytes = run?.requestSerialize({
    config: { metadata: { name: 'a', attempt: 3 }, labels: { x: 'y' } },
  })

  // 1: {1: {1: "a", 4: 3}, 6: {1: "x", 2: "y"}}
  expect(bytes?.toString('hex')).toBe('0a0f' + '0a05' + '0a0161' + '2003' + '3206' + '0a0178120179')
})

test('a message is read as it was written', () => {
  const message = {
    containers: [
      { id: 'c', state: 'CONTAINER_EXITED', created_at: 1_700_000_000_000_000, labels: { a: 'b' } },
    ],
  }
  const list = runtimeService['ListContainers']
  const bytes = list?.responseSerialize(message) ?? Buffer.alloc(0)

  expect(list?.responseDeserialize(bytes)).toEqual(message)
})

test('the services have the names of the protocol', () => {
  expect(runtimeService['GetContainerEvents']).toMatchObject({
    path: '/runtime.v1.RuntimeService/GetContainerEvents',
    responseStream: true,
  })
  expect(imageService['PullImage']?.path).toBe('/runtime.v1.ImageService/PullImage')
})

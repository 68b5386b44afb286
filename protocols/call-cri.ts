import type { CallOptions, Client } from '@grpc/grpc-js'
import { type CriMessage, imageService, runtimeService } from './cri.ts'

/** Calls a method of CRI v1. Rejects with the error of gRPC, or when there is no such method. */
export function callCri(
  client: Client,
  method: string,
  request: CriMessage,
  options: CallOptions = {},
): Promise<CriMessage> {
  const found = runtimeService[method] ?? imageService[method]
  if (!found) return Promise.reject(new Error(`${method}: expected a method of CRI v1`))
  const { path, requestSerialize, responseDeserialize } = found
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      request,
      options,
      (problem, answer) => (problem ? reject(problem) : resolve(answer ?? {})),
    )
  })
}

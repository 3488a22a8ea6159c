import {
  applyDecorators,
  createParamDecorator,
  Get,
  Post,
  SetMetadata,
  UseInterceptors,
  type ExecutionContext,
} from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import {
  limits,
  type Endpoint,
  type EndpointAnswer,
  type EndpointParams,
} from '@clusterdesk/contracts';
import type { Request } from 'express';
import type { Principal } from './access/principal.js';
import { notSignedIn } from './access/access.js';
import { languageOf } from './language.js';
import { readInput } from './read-input.js';
import type { EnvelopeResult } from './envelope/with-message.js';

export const endpointMetadata = 'clusterdesk:endpoint';

type MaybePromise<T> = T | Promise<T>;
/** A call that only acts may return nothing. */
type Answer<E extends Endpoint> = [EndpointAnswer<E>] extends [null] ? void : EndpointAnswer<E>;
type Outcome<E extends Endpoint> = MaybePromise<Answer<E> | EnvelopeResult<EndpointAnswer<E>>>;

/**
 * Makes a controller method the one that answers a declared endpoint: route, access rule, input check, envelope and
 * audit line follow from the declaration. The method's parameters and result are checked against it by the compiler.
 */
export function Route<E extends Endpoint>(endpoint: E) {
  return <
    Key extends string,
    Target extends Record<Key, (input: EndpointParams<E>, ...rest: never[]) => Outcome<E>>,
  >(
    target: Target,
    key: Key,
    descriptor: PropertyDescriptor,
  ): void => {
    const route = endpoint.method === 'GET' ? Get : Post;
    const upload =
      endpoint.upload === 'file'
        ? [
            UseInterceptors(
              FileInterceptor('file', { limits: { fileSize: limits.scriptMaxBytes, files: 1 } }),
            ),
          ]
        : [];
    applyDecorators(route(endpoint.path), SetMetadata(endpointMetadata, endpoint), ...upload)(
      target,
      key,
      descriptor,
    );
  };
}

/** The checked parameters of the call. */
export const Input = createParamDecorator((_: unknown, context: ExecutionContext): unknown => {
  const request = context.switchToHttp().getRequest<Request>();
  if (!request.endpoint) {
    throw new Error('@Input() needs @Route() on the same method.');
  }
  return readInput(request.endpoint, request, languageOf(request));
});

/** Who calls. */
export const CurrentPrincipal = createParamDecorator(
  (_: unknown, context: ExecutionContext): Principal => {
    const { caller } = context.switchToHttp().getRequest<Request>();
    if (!caller) {
      throw notSignedIn();
    }
    return caller;
  },
);

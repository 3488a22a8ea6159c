import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Endpoint } from '@clusterdesk/contracts';
import type { Request } from 'express';
import {
  isAllowed,
  isOpenToTarget,
  isPasswordInTheWay,
  notAllowed,
  notSignedIn,
  ofTargetOnly,
  passwordChangeFirst,
} from './access.js';
import { Authenticator, readToken } from './principal.js';
import { endpointMetadata } from '../endpoint.decorator.js';

/** Admits a call exactly as its declaration allows. A route without a declaration is closed unless marked raw. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const endpoint = this.reflector.get<Endpoint | undefined>(
      endpointMetadata,
      context.getHandler(),
    );
    if (!endpoint) {
      return (
        this.reflector.get<boolean | undefined>(publicRouteMetadata, context.getClass()) === true
      );
    }
    const request = context.switchToHttp().getRequest<Request>();
    request.endpoint = endpoint;
    const token = readToken(request.headers.authorization);
    const known = token ? await this.authenticator.authenticateAny(token) : null;
    const isOpen = !known?.target || isOpenToTarget(endpoint, known.target);
    // What is open to strangers is open to a target's session as to a stranger.
    const caller = isOpen ? known : null;
    if (caller) {
      request.caller = caller;
    }
    if (!isAllowed(endpoint.access, caller)) {
      if (known?.target && !isOpen) {
        throw ofTargetOnly(known.target);
      }
      throw caller ? notAllowed() : notSignedIn();
    }
    if (isPasswordInTheWay(endpoint, caller)) {
      throw passwordChangeFirst();
    }
    request.mayStream = true;
    return true;
  }
}

/** Marks a controller whose routes are open to anyone and speak plain HTTP: health, the API page. */
export const publicRouteMetadata = 'clusterdesk:open-route';

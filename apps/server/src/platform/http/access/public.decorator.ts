import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import { publicRouteMetadata } from './access.guard.js';

/** A controller outside the contract's endpoints whose routes anyone may call: health, the API page. */
export const Public = (): CustomDecorator => SetMetadata(publicRouteMetadata, true);

import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import { openRouteMetadata } from './access.guard.js';

/** A controller outside the contract's endpoints whose routes anyone may call: health, the API page. */
export const OpenRoutes = (): CustomDecorator => SetMetadata(openRouteMetadata, true);

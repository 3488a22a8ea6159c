/** The menus of a fresh installation, for suites that walk over them. */
export {
  menuSeed,
  type SeedMenu,
} from '../../../apps/server/src/features/users/menus/menu-seed.js';

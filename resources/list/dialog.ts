/** A form in a dialog over its list (x-dialog) is a place in the history: Back closes it, and asks what closing asks. */
import type { ElementType } from 'react';
import type { Identifier } from 'react-admin';
import { Link, useLocation, useNavigate } from 'react-router';
import { isRow } from '../../schemas/values.ts';

/** Where a form stands: at an address, or in a dialog, named by the record's id or NEW. */
export type Place = string | { dialog: Identifier };

export const NEW = 'new';

function dialogIn(state: unknown): Identifier | undefined {
  const shown = isRow(state) ? state.dialog : undefined;
  return typeof shown === 'string' || typeof shown === 'number' ? shown : undefined;
}

export function useDialog() {
  const location = useLocation();
  const navigate = useNavigate();
  const shown = dialogIn(location.state);
  return {
    shown,
    // A second click while the dialog is on its way stands in place of the first.
    open: (id: Identifier) => navigate(location, { state: { dialog: id }, replace: shown !== undefined }),
    close: () => navigate(-1),
  };
}

interface Opener {
  component: ElementType;
  to?: string;
  onClick?(): void;
  'aria-haspopup'?: 'dialog';
}

/** What makes a mark, a button or a card open a form: a link to its address, or a button for its dialog. */
export function useOpener(): (place: Place) => Opener {
  const { open } = useDialog();
  return (place) =>
    typeof place === 'string'
      ? { component: Link, to: place }
      : { component: 'button', onClick: () => open(place.dialog), 'aria-haspopup': 'dialog' };
}

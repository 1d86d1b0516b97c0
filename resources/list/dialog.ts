/**
 * A form in a dialog over its list (x-dialog) is an entry in the browser's history. Back closes it, with the same
 * question about unsaved changes.
 */
import type { ElementType } from 'react';
import type { Identifier } from 'react-admin';
import { Link, useLocation, useNavigate } from 'react-router';
import { isRow } from '../../schemas/values.ts';
import { useBeginning } from '../context/origin.ts';

/** The target of a button that opens a form: an address, or a dialog with the record's id or NEW. */
export type Place = string | { dialog: Identifier };

export const NEW = 'new';

function dialogIn(state: unknown): Identifier | undefined {
  const current = isRow(state) ? state.dialog : undefined;
  return typeof current === 'string' || typeof current === 'number' ? current : undefined;
}

export function useDialog() {
  const location = useLocation();
  const navigate = useNavigate();
  const current = dialogIn(location.state);
  return {
    current,
    // If the user clicks again while the dialog loads, the second click replaces the first.
    open: (id: Identifier) => navigate(location, { state: { dialog: id }, replace: current !== undefined }),
    close: () => navigate(-1),
  };
}

interface Opener {
  component: ElementType;
  to?: string;
  state?: object;
  onClick?(): void;
  'aria-haspopup'?: 'dialog';
}

/**
 * Returns the properties of an icon, a button or a card that opens a form: a link, or a button for a dialog.
 */
export function useOpener(): (place: Place) => Opener {
  const { open } = useDialog();
  const state = useBeginning();
  return (place) =>
    typeof place === 'string'
      ? { component: Link, to: place, state }
      : { component: 'button', onClick: () => open(place.dialog), 'aria-haspopup': 'dialog' };
}

% The program of figure 9, as it is printed: the comments in it, too, which
% give other labels than the instructions, and speak of registers that the
% rules do not save.

bench08([
  load(0, tid),          % 1: v0 = m[tid]
  const(1, 1),          % 2: v1 = 1
  lth(1, 0, 1),        % 3: v1 = v0 < v1 ? 1 : 0
  branch(1, 18),       % 4: if v1 == 1: goto 14
  const(1, 2),         % 5: v1 = 2
  lth(1, 0, 1),        % 6: v1 = v0 < v1 ? 1 : 0
  branch(1, 17),       % 7: if v1 == 1: goto 14
  const(1, 3),         % 8: v1 = 3
  lth(1, 0, 1),        % 9: v1 = v0 < v1 ? 1 : 0
  branch(1, 16),       % 10: if v1 == 1: goto 14
  everywhere,         % 11: everywhere begin
                      %   save caller / registers

  load(1, tid),        % 12: v1 = m[tid]
  load(2, tid),        % 13: v2 = m[tid]
  addt(0, 1, 2),       % 14: v0 = v1 + v2
  end_everywhere,     % 15: everywhere end
                      %   restores caller / registers

  sync,               % 16: sync
  sync,               % 17: sync
  sync,               % 18: sync
  stop                % 19: stop
]).

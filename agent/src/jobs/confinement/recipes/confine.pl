# Builds the job's view of the host, or lets a command change nothing but one folder, as $main::plan says, which the agent puts in front
# of this text (confine-plan.ts). Needs Linux 5.12. Descriptor 3 is the script and 6 the filter of system calls, which may be empty; 4 and
# 5 stay open for the job's shell. Any failure ends it before anything of the job has run; it is the host's, but for entries of projects.
use strict;
our $plan;

my %attribute = (rdonly => 1, nosuid => 2, nodev => 4, noexec => 8, idmap => 0x100000);
my ($here, $nofollow, $at_itself, $recursive) = (-100, 0x100, 0x1000, 0x8000);
my ($clone_tree, $close_on_exec, $new_user) = (1, 02000000, 0x10000000);
my ($only_place, $below_without_links) = (010000000, 0x0e);
my ($from_itself, $onto_itself) = (4, 0x40);

# Strings are copied because syscall takes no constant ones.
sub ask {
  my ($call, $what, @arguments) = @_;
  my $result = syscall($plan->{calls}{$call}, @arguments);
  die "$call $what: $!\n" if $result == -1;
  return $result;
}

sub take {
  my ($path, $flags) = @_;
  return ask('open_tree', $path, $here, $path, $clone_tree | $close_on_exec | $nofollow | $flags);
}

sub set_attributes {
  my ($what, $tree, $path, $flags, $attributes, $user_namespace) = @_;
  my $change = pack 'QQQQ', $attributes, 0, 0, $user_namespace;
  ask('mount_setattr', $what, $tree, $path, $flags, $change, length $change);
}

sub attach {
  my ($tree, $target) = @_;
  ask('move_mount', $target, $tree, '', $here, $target, $from_itself);
}

sub mount_new {
  my ($type, $target, $attributes, $options) = @_;
  my $flags = 0;
  $flags |= $attribute{$_} for 'nosuid', @$attributes;
  ask('mount', "$type on $target", $type, $target, $type, $flags, $options);
}

sub make_folder {
  my $path = '';
  for my $name (split m{/}, substr $_[0], 1) {
    $path .= "/$name";
    -d $path or mkdir $path, 0755 or die "mkdir $path: $!\n";
  }
}

sub make_place {
  my ($source, $target) = @_;
  return make_folder($target) if -d $source;
  make_folder($target =~ m{^(/.*)/}s ? $1 : '/');
  return if -e $target;
  open my $file, '>', $target or die "create $target: $!\n";
}

# A mount is mapped by a user namespace, and that is made by a process of its own.
sub open_user_namespace {
  my ($map) = @_;
  pipe my $said, my $say and pipe my $heard, my $end or die "pipe: $!\n";
  my $child = fork;
  defined $child or die "fork: $!\n";
  if ($child == 0) {
    close $end;
    syswrite $say, 'made' if syscall($plan->{calls}{unshare}, $new_user) == 0;
    close $say;
    sysread $heard, my $nothing, 1;
    exit 0;
  }
  close $say;
  sysread $said, my $word, 4;
  $word eq 'made' or die "no user namespace for the map of ids\n";
  for my $kind ('uid', 'gid') {
    my $path = "/proc/$child/" . $kind . '_map';
    open my $file, '>', $path or die "$path: $!\n";
    my $line = "$map->{files}{$kind} $map->{job}{$kind} 1\n";
    defined syswrite $file, $line or die "$path: $!\n";
  }
  open my $namespace, '<', "/proc/$child/ns/user" or die "ns/user: $!\n";
  close $end;
  waitpid $child, 0;
  return $namespace;
}

sub map_visible {
  my ($map, $namespace, %trees) = @_;
  my %mapped = map { ($_ => 1) } $map ? @{$map->{folders}} : ();
  for my $path (keys %trees) {
    my $tree = $trees{$path};
    my $attributes = $attribute{nosuid} | $attribute{nodev};
    $attributes |= $attribute{idmap} if $mapped{$path};
    my $owner = (stat "/proc/self/fd/$tree")[4];
    my $descriptor = $mapped{$path} ? fileno $namespace : 0;
    set_attributes($path, $tree, '', $at_itself | $recursive, $attributes, $descriptor);
    next if !$mapped{$path} || $owner != $map->{files}{uid};
    my $seen = (stat "/proc/self/fd/$tree")[4];
    $seen == $map->{job}{uid} or die "the owner of $path is $seen in the job\n";
  }
}

sub open_folder {
  my ($path) = @_;
  return ask('open_tree', $path, $here, $path, $close_on_exec | $nofollow);
}

# Whoever may write in a project may put a link in the place of any folder there, at any moment: none is followed, not even on the way.
sub open_below {
  my ($folder, $path) = @_;
  my $how = pack 'QQQ', $only_place | $close_on_exec, 0, $below_without_links;
  my $descriptor = ask('openat2', $path, $folder, $path, $how, length $how);
  open my $place, "<&=$descriptor" or die "$path: $!\n";
  return $place;
}

sub take_entries {
  my ($root, @entries) = @_;
  my @trees;
  for my $path (map { $_->{path} } @entries) {
    my $place = open_below($root, $path);
    -f $place or -d _ or die "$path: neither a file nor a folder\n";
    my $flags = $clone_tree | $close_on_exec | $at_itself | $recursive;
    push @trees, ask('open_tree', $path, fileno $place, '', $flags);
  }
  return @trees;
}

# An entry within another lies on a place that is there already, in a folder that others may be changing: nothing is made in it.
sub place_entries {
  my ($project, $namespace, @trees) = @_;
  make_folder($project->{root});
  my $root = open_folder($project->{root});
  for my $index (0 .. $#trees) {
    my ($entry, $tree) = ($project->{entries}[$index], $trees[$index]);
    my ($path, $attributes) = ($entry->{path}, $attribute{nosuid} | $attribute{nodev} | $attribute{idmap});
    $attributes |= $attribute{rdonly} if !$entry->{isWritable};
    set_attributes($path, $tree, '', $at_itself | $recursive, $attributes, fileno $namespace);
    make_place("/proc/self/fd/$tree", "$project->{root}/$path") if !$entry->{isNested};
    my $place = open_below($root, $path);
    ask('move_mount', $path, $tree, '', fileno $place, '', $from_itself | $onto_itself);
  }
}

sub make_devices {
  my (%trees) = @_;
  mount_new('tmpfs', '/dev', ['nodev', 'noexec'], 'mode=0755,size=256k,nr_inodes=1024');
  for my $path (sort keys %trees) {
    make_place("/proc/self/fd/$trees{$path}", $path);
    attach($trees{$path}, $path);
  }
  mkdir "/dev/$_", 0755 for 'pts', 'shm';
  mount_new('devpts', '/dev/pts', ['noexec'], 'newinstance,ptmxmode=0666,mode=0620');
  my %links = (ptmx => 'pts/ptmx', fd => '/proc/self/fd', stdin => 'fd/0', stdout => 'fd/1', stderr => 'fd/2');
  symlink $links{$_}, "/dev/$_" for keys %links;
}

sub make_scratch {
  my ($folders, $options) = @_;
  return if !@$folders;
  my $place = $folders->[0];
  mount_new('tmpfs', $place, ['nodev'], "mode=0755,$options");
  my @trees;
  for my $index (0 .. $#$folders) {
    mkdir "$place/$index" and chmod 01777, "$place/$index" or die "mkdir in $place: $!\n";
    push @trees, take("$place/$index", 0);
  }
  ask('umount2', $place, $place, 2);
  for my $index (0 .. $#$folders) {
    make_folder($folders->[$index]);
    attach($trees[$index], $folders->[$index]);
  }
}

# Mounted in the job's network it shows no device of another. A container may have no right to it.
sub mount_sys {
  if (eval { mount_new('sysfs', '/sys', ['nodev', 'noexec'], ''); 1 }) {
    return set_attributes('/sys', $here, '/sys', 0, $attribute{rdonly}, 0);
  }
  push @{$plan->{covers}}, grep { -d } @{$plan->{networkFolders}};
}

sub guard_proc {
  my %sources = map { ($_ => $_) } @{$plan->{readOnly}};
  $sources{$_} = '/dev/null' for @{$plan->{masked}};
  for my $path (grep { -e } sort keys %sources) {
    my $tree = take($sources{$path}, 0);
    set_attributes($path, $tree, '', $at_itself, $attribute{rdonly}, 0);
    attach($tree, $path);
  }
}

# All of the host is read-only but one folder, where the command starts if root may go there: a file server may refuse root.
sub stay_in {
  my ($folder) = @_;
  my $tree = take($folder, $recursive);
  set_attributes('of the host', $here, '/', $recursive, $attribute{rdonly}, 0);
  attach($tree, $folder);
  chdir $folder or chdir '/';
}

sub read_all {
  my ($descriptor) = @_;
  open my $file, "<&=$descriptor" or die "descriptor $descriptor: $!\n";
  local $/;
  return scalar readline $file;
}

sub confine {
  my %visible = map { ($_ => take($_, $recursive)) } @{$plan->{visible}};
  my %devices = map { ($_ => take($_, $recursive)) } @{$plan->{devices}};
  my @shown = map { take($_->{source}, $recursive) } @{$plan->{shown}};
  my $project = $plan->{project};
  my $projects = $project ? open_folder($project->{root}) : undef;
  my @entries;
  eval { @entries = take_entries($projects, @{$project->{entries}}) if $project; 1 } or blame_job($@);
  set_attributes('of the host', $here, '/', $recursive, $attribute{rdonly}, 0);
  mount_new('proc', '/proc', ['nodev', 'noexec'], '');
  mount_sys();
  my $namespace = $plan->{idMap} ? open_user_namespace($plan->{idMap}) : undef;
  map_visible($plan->{idMap}, $namespace, %visible);

  mount_new('tmpfs', $_, ['nodev', 'noexec'], 'mode=0755,size=1m,nr_inodes=65536') for @{$plan->{covers}};
  make_devices(%devices);
  make_scratch($plan->{scratch}{folders}, $plan->{scratch}{options});
  for my $index (0 .. $#shown) {
    my $target = $plan->{shown}[$index]{target};
    make_place("/proc/self/fd/$shown[$index]", $target);
    set_attributes($target, $shown[$index], '', $at_itself | $recursive, $attribute{rdonly}, 0);
    attach($shown[$index], $target);
  }
  for my $path (@{$plan->{visible}}) {
    make_folder($path);
    attach($visible{$path}, $path);
  }
  eval { place_entries($project, $namespace, @entries) if $project; 1 } or blame_job($@);
  guard_proc();
  set_attributes($_, $here, $_, 0, $attribute{rdonly}, 0) for @{$plan->{covers}}, @{$plan->{shut}};

  my $script = read_all(3);
  open my $file, '>', $plan->{scriptPath} or die "$plan->{scriptPath}: $!\n";
  print $file $script and close $file or die "$plan->{scriptPath}: $!\n";
}

# No key ring of root's, no descriptor but those of the job's shell, no more rights, and the filter.
sub shut_doors {
  my $filter = read_all(6);
  syscall($plan->{calls}{keyctl}, 1, 0);
  ask('close_range', '', 6, 0xffffffff, 0);
  ask('prctl', '', 38, 1, 0, 0, 0);
  return if $filter eq '';
  my $filter_program = pack 'Sx6P', length($filter) / 8, $filter;
  ask('seccomp', '', 1, 0, $filter_program);
}

sub fail {
  print "ClusterDesk: this host could not confine the job: $_[0]";
  exit 125;
}

# What a job was to see of a project can be gone by now, by anybody's doing who works there. It ends as one that has begun, and failed.
sub blame_job {
  open my $begin, '>&=5' or die "descriptor 5: $!\n";
  defined syswrite $begin, "begin\n" or die "descriptor 5: $!\n";
  print "ClusterDesk: the job cannot see what it needs of the project, for an entry is gone, a link or something else by now: $_[0]";
  exit 1;
}

umask 022;
if ($plan->{probe}) {
  my %trees;
  eval {
    $trees{$_} = take($_, 0) for @{$plan->{visible}};
    map_visible($plan->{idMap}, open_user_namespace($plan->{idMap}), %trees);
    1;
  } or fail($@);
  exit 0;
}
if ($plan->{within}) {
  eval { stay_in($plan->{within}); 1 } or fail($@);
} else {
  eval { confine(); shut_doors(); 1 } or fail($@);
  chdir '/';
}
exec { $plan->{command}[0] } @{$plan->{command}} or fail("$plan->{command}[0]: $!\n");
